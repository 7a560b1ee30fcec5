"""For the whole suite: every LCD that a test makes must have been driven within its timing."""

from collections.abc import Iterator

import pytest

from device.hd44780 import Hd44780, Violation

MARK = "lcd_violations_expected"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}: this test breaks the LCD's timing on purpose")


@pytest.fixture(autouse=True)
def lcd_timing(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that let an HD44780 record a violation, unless it is marked as meaning to."""
    kept: list[list[Violation]] = []
    original = Hd44780.__init__

    def remembering(self: Hd44780, *args: object, **kwargs: object) -> None:
        original(self, *args, **kwargs)  # type: ignore[arg-type]
        kept.append(self.violations)

    Hd44780.__init__ = remembering  # type: ignore[method-assign]
    try:
        yield
    finally:
        Hd44780.__init__ = original  # type: ignore[method-assign]
    found = [violation for violations in kept for violation in violations]
    if request.node.get_closest_marker(MARK) is None:
        assert not found, f"{len(found)} LCD timing violations, first {found[0]}"
