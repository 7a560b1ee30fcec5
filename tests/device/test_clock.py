"""Virtual time: tables of (alarm, when it goes off)."""

import pytest

from device.clock import NEVER, Clock
from device.faults import PowerCut


def test_alarms_go_off_in_order_of_time_then_of_setting() -> None:
    clock, heard = Clock(), []
    for due, name in ((30, "c"), (10, "a"), (30, "d"), (20, "b"), (31, "e")):
        clock.at(due, lambda name=name: heard.append((clock.now, name)))  # type: ignore[misc]
    assert clock.next_due == 10
    clock.advance_to(30)
    assert heard == [(10, "a"), (20, "b"), (30, "c"), (30, "d")]
    assert (clock.now, clock.next_due) == (30, 31)


def test_a_cancelled_alarm_is_silent_and_not_waited_for() -> None:
    clock, heard = Clock(), []
    first = clock.at(5, lambda: heard.append("first"))
    clock.at(9, lambda: heard.append("second"))
    clock.cancel(first)
    assert clock.next_due == 9
    clock.advance(20)
    assert heard == ["second"]
    clock.cancel(first)
    assert clock.next_due == NEVER


def test_an_alarm_may_set_another_within_the_same_advance() -> None:
    clock, heard = Clock(), []
    clock.at(10, lambda: clock.after(5, lambda: heard.append(clock.now)) and None)
    clock.advance_to(100)
    assert heard == [15]


def test_an_alarm_set_for_the_past_goes_off_at_the_next_advance() -> None:
    clock, heard = Clock(), []
    clock.advance_to(50)
    clock.at(10, lambda: heard.append(clock.now))
    clock.advance_to(50)
    assert heard == [50]


def test_time_never_goes_back() -> None:
    clock = Clock()
    clock.advance_to(50)
    clock.advance_to(20)
    assert clock.now == 50


def test_an_alarm_that_lets_time_pass_itself_is_not_overtaken() -> None:
    clock, heard = Clock(), []
    clock.at(10, lambda: clock.advance_to(40))
    clock.at(20, lambda: heard.append(clock.now))
    clock.advance_to(30)
    assert heard == [20]
    assert clock.now == 40


def test_an_exception_leaves_the_clock_at_its_alarm() -> None:
    clock = Clock()

    def cut() -> None:
        raise PowerCut

    clock.at(7, cut)
    with pytest.raises(PowerCut):
        clock.advance_to(100)
    assert (clock.now, clock.next_due) == (7, NEVER)
