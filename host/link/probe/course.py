"""The course: which cases are tried, in which order, and what came of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from host.link.probe import acknowledging, bus, framing, greeting, kinds, offers
from host.link.probe.case import RESULTS, Box, Case, Need
from host.link.probe.conversation import Conversation
from host.link.probe.finding import Finding, Terms, Verdict
from host.link.probe.keyed import Keyed
from host.link.probe.wire import Ask, Broken, Heard, Reopen, Script, Skipped, Step, Wire

NOT_ON_A_BUS = ("address", "person", "back-to-back", "state", "poll", "unknown", "seldom",
                "strict-hello")  # fmt: skip
KEY_QUESTION = (
    "Will somebody key two results at the box now? They are acknowledged, stay in its memory, and "
    "a host that connects later gets them too."
)
CONFIGURE_QUESTION = "May a test configuration replace the one that the box has?"
POWER_QUESTION = "Will somebody switch the box off and on when asked?"
KEY_NOW = "Key two results at the box now, one after the other."
POWER_NOW = "Switch the box off and on now."


def all_cases() -> tuple[Case, ...]:
    """Every case that there is, for any kind of box."""
    watched = Conversation(Wire(lambda width: "0" * width)).cases()
    keyed = Keyed().cases()
    return (*_plain_cases(), *bus.CASES, *watched, *keyed)


def _plain_cases() -> tuple[Case, ...]:
    return (
        *greeting.CASES, *framing.CASES, *kinds.CASES, *offers.CASES, *acknowledging.CASES,
        greeting.OTHER_VERSION, *kinds.TOLD, greeting.BOOT,
    )  # fmt: skip


class Probe:
    """One course against one box: give it bytes and time, write what it says, answer its asks.

    ``fresh(width)`` gives random hex digits. ``due`` is when it must be stepped at the latest.
    """

    def __init__(self, fresh: Callable[[int], str], terms: Terms) -> None:
        self.terms = terms
        self.wire = Wire(fresh, terms.slack, terms.patience)
        self.wire.key = terms.key
        self.box = Box()
        self.findings: list[Finding] = []
        self.question: Ask | Reopen | None = None
        self.due = 0.0
        self.finished = False
        self._watch = Conversation(self.wire)
        self._news: list[str | Case | Finding] = []
        self._plan: list[Case] = []
        self._consents: dict[str, bool] = {}
        self._script = self._course()
        self._started = False

    def step(self, now: float, data: bytes = b"") -> bytes:
        """Take what came until ``now`` (seconds, never going back); return what is to be sent."""
        self.wire.now = now
        fault = self._heard(data) if data else None
        if fault is not None and self._started:
            self._resume(lambda: self._script.throw(fault))
        elif not self._started:
            self._started = True
            self._resume(lambda: next(self._script))
        elif self.question is None and not self.finished and (data or now >= self.due):
            self._resume(lambda: self._script.send(False))
        return self.wire.take_output()

    def _heard(self, data: bytes) -> Broken | None:
        try:
            self.wire.received(data)
        except Broken as fault:
            return fault
        return None

    def answer(self, yes: bool, now: float) -> None:
        """Answer ``question``."""
        self.wire.now = now
        if isinstance(self.question, Reopen) and yes:
            self.wire.reopened()
        self.question = None
        self._resume(lambda: self._script.send(yes))

    def lose(self, why: str) -> None:
        """The line is lost."""
        self.wire.lost = why

    def take_news(self) -> list[str | Case | Finding]:
        """What happened since the last call: words, a case that begins, a finding."""
        news, self._news = self._news, []
        return news

    def failed(self) -> list[Finding]:
        """The findings that are faults."""
        return [finding for finding in self.findings if finding.verdict is Verdict.FAILED]

    def _resume(self, go: Callable[[], Step]) -> None:
        try:
            step = go()
        except StopIteration:
            self.finished = True
            return
        if isinstance(step, Ask | Reopen):
            self.question = step
        else:
            self.due = step

    # -- the course ---------------------------------------------------------------------------

    def _course(self) -> Script:
        self._news.append("Looking for a box.")
        try:
            heard = yield from greeting.find(self.wire, self.terms.address)
        except Broken as fault:
            why = f"{fault}; is its pairing key another?"
            self._found(Finding(greeting.CASES[0], Verdict.FAILED, why, tuple(self.wire.trace)))
            return
        if heard is None:
            trace = tuple(self.wire.trace)
            why = self.wire.lost or "no h came from any address"
            self._found(Finding(greeting.CASES[0], Verdict.FAILED, why, trace))
            return
        self._meet(heard)
        if "k" in self.box.capabilities and self.wire.session is None:
            why = "the box is keyed: give its pairing key by --pairing-key"
            self._found(Finding(greeting.CASES[0], Verdict.SKIPPED, why, tuple(self.wire.trace)))
            return
        if self._on_bus:
            self.wire.answers = bus.TO_HOST
        for case in self._chosen(self._cases()):
            yield from self._try(case)
            if self.wire.lost and self.terms.key is None:
                self._found(Finding(case, Verdict.FAILED, f"the line was lost: {self.wire.lost}"))
                return

    def _meet(self, heard: Heard) -> None:
        fields = (*heard.fields, "", "", "", "")
        box = self.box
        box.version, box.serial, box.firmware, box.capabilities = fields[:4]
        self._news.append(
            f"A box at address {self.wire.address}: serial {box.serial}, firmware {box.firmware}, "
            f"capabilities {box.capabilities or '(none)'}."
        )

    def _cases(self) -> list[Case]:
        if self._on_bus:
            common = (*greeting.CASES, *framing.CASES, greeting.OTHER_VERSION)
            general = [case for case in common if case.id not in NOT_ON_A_BUS]
            general += bus.CASES
        else:
            general = list(_plain_cases())
        general += self._watch.cases()
        if self.wire.session is not None and self.terms.key is not None:
            general += Keyed().cases()
        return general

    def _chosen(self, cases: list[Case]) -> Iterable[Case]:
        only = self.terms.only
        chosen = [case for case in cases if not only or case.id in only]
        seconds = sum(case.seconds for case in chosen if self._possible(case))
        self._news.append(
            f"{len(chosen)} tests, about {seconds:.0f} s"
            + (", and the time it takes to key results." if _keys(chosen) else ".")
        )
        self._plan = chosen
        return chosen

    @property
    def _on_bus(self) -> bool:
        return "b" in self.box.capabilities

    def _possible(self, case: Case) -> bool:
        return not case.capability or case.capability in self.box.capabilities

    def _try(self, case: Case) -> Script:
        try:
            yield from self._prepare(case)
        except (Skipped, Broken) as reason:
            self._found(Finding(case, Verdict.SKIPPED, str(reason)))
            return
        self.wire.begin()
        self._news.append(case)
        verdict, why = Verdict.PASSED, ""
        try:
            yield from case.script(self.wire, self.box)
        except Broken as broken:
            verdict, why = Verdict.FAILED, str(broken)
        except Skipped as reason:
            verdict, why = Verdict.SKIPPED, str(reason)
        self._found(Finding(case, verdict, why, tuple(self.wire.trace)))

    def _found(self, finding: Finding) -> None:
        self.findings.append(finding)
        self._news.append(finding)

    # -- what a case needs ----------------------------------------------------------------------

    def _prepare(self, case: Case) -> Script:
        """Skipped says why the case cannot be tried."""
        if not self._possible(case):
            raise Skipped(f"the box does not claim {case.capability}")
        if case.need in (Need.RECORD, Need.KEYED_RESULTS) and not self.box.trial:
            yield from self._look()
            if _keys(self._remaining()) and not self.box.spoilt:
                yield from self._trial()
            if case.need is Need.KEYED_RESULTS and not self.box.trial:
                raise Skipped(self.box.spoilt)
            if not self.box.high:
                raise Skipped("there is no record in the box")
        elif case.need is Need.CONSENT:
            yield from self._leave("configure", CONFIGURE_QUESTION)
        elif case.need is Need.POWER:
            if self.wire.session is not None:
                raise Skipped("a keyed box says nothing before a host's H")
            yield from self._leave("power-cycle", POWER_QUESTION)
            yield from self._look()
            self._news.append(POWER_NOW)

    def _remaining(self) -> list[Case]:
        tried = {finding.case.id for finding in self.findings}
        return [case for case in self._plan if case.id not in tried]

    def _leave(self, consent: str, question: str) -> Script:
        if consent not in self._consents:
            self._consents[consent] = yield Ask(consent, question)
        if not self._consents[consent]:
            raise Skipped(f"it was not agreed to (--{consent})")

    def _look(self) -> Script:
        """Learn by H and s how many records there are; with unkeyed boxes P would do as well."""
        self.wire.begin()
        self.wire.hello()
        told = yield from self.wire.next("h", 0)
        if told is not None and self._on_bus:
            yield from self.wire.pause(bus.GAP_S)
            self.wire.say("P")
        state = yield from self.wire.next("s", 0)
        if state is not None and len(state.fields) > 3 and all(map(str.isdigit, state.fields[:4])):
            self.box.high, self.box.unsent = int(state.fields[1]), int(state.fields[3])

    def _trial(self) -> Script:
        """Have two results keyed; ``spoilt`` says why not."""
        box = self.box
        if box.unsent:
            box.spoilt = f"{box.unsent} results wait in the box: let a host fetch them first"
            return
        try:
            yield from self._leave("key-result", KEY_QUESTION)
        except Skipped as reason:
            box.spoilt = f"no result is keyed for the test: {reason}"
            return
        before = box.high
        self._news.append(KEY_NOW)
        self.wire.begin()
        yield from self._keyed(before)
        if not box.trial:
            box.spoilt = box.spoilt or "no keyed result was offered"

    def _keyed(self, before: int) -> Script:
        """Wait until two results are unsent, and one of them was offered."""
        wire, box = self.wire, self.box
        end = wire.now + self.terms.patience
        while box.unsent < RESULTS:
            if wire.now >= end:
                box.spoilt = f"fewer than two results were keyed within {self.terms.patience:g} s"
                return
            yield from wire.pause(0.5)
            if self._on_bus:
                yield from self._look()
                continue
            asked = yield from greeting.standing(wire)
            if asked is not None:
                box.high, box.unsent = asked
        since = len(wire.heard)
        if self._on_bus:
            wire.say("P")
        heard = yield from offers.offer(wire, since, "after two results were keyed")
        record = offers.record_of(heard)
        if record.n <= before:
            box.spoilt = f"record {record.n} is offered, which was there before the test"
            return
        box.keyed, box.trial = box.unsent, [(record.n, record.check)]


def _keys(cases: Iterable[Case]) -> bool:
    return any(case.need is Need.KEYED_RESULTS for case in cases)
