"""What the screens of a board's result have in common, and how they write it on the glass."""

from firmware_sim.entry import ARTIFICIAL, NOT_PLAYED, PASS, Entry
from firmware_sim.evening import Played
from firmware_sim.rules.rule_sets import RuleSet
from firmware_sim.rules.vulnerability import vulnerable
from firmware_sim.screens import alone
from firmware_sim.screens.base import Screen, right

ALONE = ("RUBBER", "CHICAGO", "TEAMS")

_SUITS = "CDHS"
_RANKS = {"T": "10"}


class EntryScreen(Screen):
    """One field of ``box.entry``; a power cut brings the field back as it was."""

    RESUME = True

    @property
    def entry(self) -> Entry:
        """The result being typed."""
        return self.box.entry

    def save(self) -> str:
        """The whole entry: the fields before this one must come back too."""
        return self.entry.pack()

    def load(self, text: str) -> None:
        """The whole entry."""
        self.entry.unpack(text)

    @property
    def alone(self) -> bool:
        """True in the modes without a host, where no opponent verifies."""
        return self.box.settings.mode in ALONE

    def heading(self) -> str:
        """Line 1 while the contract is typed: the board, or the deal."""
        if self.alone:
            return self.title(alone.heading(self.box))
        return self.title(self.box.words("BOARD_FIELD", board=self.entry.board))

    def above(self) -> str:
        """Line 1 afterwards: what is known of the result so far."""
        board = "" if self.alone else self.box.words("BOARD_SHORT") + self.entry.board
        return self.title(summary(board, self.entry))

    def points(self) -> "int | None":
        """North-South's points for what is typed, None while something is missing."""
        if self.alone:
            return alone.points_for_ns(self.box)
        return self.entry.ns_score(self.box.rules)

    def done(self) -> str:
        """The last field is confirmed: what follows."""
        return alone.confirm(self.box) if self.alone else "PASSBOX"

    def before(self) -> str:
        """The screen before the contract."""
        if self.alone:
            return "ROOM" if self.box.settings.mode == "TEAMS" else "DEAL"
        return "BOARD"

    def refuse(self) -> None:
        """A key or a value that is not allowed here."""
        self.box.beep()


def summary(board: str, entry: Entry) -> str:
    """``Bd 27 4♠X S -1``: what is known of the result, as one line, 17 columns at most."""
    parts = [board] if board else []
    if entry.contract:
        parts.append(contract_text(entry.contract))
    if entry.declarer and entry.played:
        parts.append(entry.declarer)
    if entry.result and entry.played:
        parts.append(over_text(entry))
    return " ".join(parts)


def line_of(played: Played, rules: RuleSet, side: int) -> str:
    """``12 4♠X S -1 -100``: a whole result in 20 columns, scored for one side (1 NS, -1 EW)."""
    entry = entry_of(played)
    points = entry.ns_score(rules)
    text = summary(played.board, entry)
    score = "" if points is None else signed(side * points)
    return text + right(score, 20 - len(text))


def entry_of(played: Played) -> Entry:
    """A recorded result as an entry."""
    entry = Entry()
    entry.take(played.ns, played.ew, played.board, played.contract, played.declarer, played.result)
    return entry


def contract_text(contract: str) -> str:
    """The contract with its suit as a glyph: ``4♠X``; PASS and NP as they are; ``60-40``."""
    if contract in (PASS, NOT_PLAYED, ""):
        return contract
    if contract[0] == ARTIFICIAL:
        return contract[1:3] + "-" + contract[3:5]
    suit = contract[1:2]
    if suit in _SUITS and suit:
        return contract[0] + chr(_SUITS.index(suit)) + contract[2:]
    return contract


def card_text(card: str) -> str:
    """``HA`` as a heart and A, ``DT`` as a diamond and 10."""
    if not card:
        return ""
    return chr(_SUITS.index(card[0])) + _RANKS.get(card[1:], card[1:])


def over_text(entry: Entry) -> str:
    """``=``, ``+1``, ``-2``, or what is typed while it is incomplete."""
    over = entry.over()
    if over is None:
        return entry.result
    return "=" if over == 0 else "%+d" % over


def signed(points: int) -> str:
    """A score with its sign, which is never left out: ``+620``, ``-50``, ``0``."""
    return "%+d" % points if points else "0"


def vulnerability_key(board: int) -> str:
    """The word for the board's vulnerability: VUL_NONE, VUL_NS, VUL_EW, VUL_ALL."""
    return "VUL_" + vulnerable(board).upper()
