"""A contract, how it is written, and its result as people, paper slips and the wire write it."""

DENOMINATIONS = ("C", "D", "H", "S", "NT")
DOUBLINGS = ("", "X", "XX")
BOOK = 6
"""Tricks that do not count: a contract at level 1 needs seven."""

_GRAMMAR = "write a level 1 to 7, then C, D, H, S or NT, then X or XX if doubled: 3NT, 4SX"
_SIGNS = (("♣", "C"), ("♦", "D"), ("♥", "H"), ("♠", "S"))


class Contract:
    """Level 1 to 7, denomination "C" "D" "H" "S" "NT", doubling 0, 1 or 2; treat as frozen."""

    __slots__ = ("denomination", "doubling", "level")

    def __init__(self, level: int, denomination: str, doubling: int = 0) -> None:
        if not 1 <= level <= 7 or denomination not in DENOMINATIONS or not 0 <= doubling <= 2:
            raise ValueError(
                "level %r, denomination %r and doubling %r make no contract; %s"
                % (level, denomination, doubling, _GRAMMAR)
            )
        self.level = level
        self.denomination = denomination
        self.doubling = doubling

    @property
    def text(self) -> str:
        """As in a results file: ``4SX``, ``3NT``."""
        return "%d%s%s" % (self.level, self.denomination, DOUBLINGS[self.doubling])

    @property
    def needed(self) -> int:
        """Tricks that make the contract, 7 to 13."""
        return self.level + BOOK

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contract) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return "Contract(%d, %r, %d)" % self._key()

    def _key(self) -> "tuple[int, str, int]":
        return self.level, self.denomination, self.doubling


def parse_contract(text: str) -> Contract:
    """Read ``3NT``, ``3N``, ``4sx``, ``2 H XX``, ``4♠``; ValueError says what is allowed."""
    plain = text.upper().replace(" ", "")
    for sign, letter in _SIGNS:
        plain = plain.replace(sign, letter)
    bid = plain.rstrip("X")
    doubling = len(plain) - len(bid)
    denomination = "NT" if bid[1:] == "N" else bid[1:]
    if bid[:1] not in tuple("1234567") or denomination not in DENOMINATIONS or doubling > 2:
        raise ValueError("%r is no contract; %s" % (text, _GRAMMAR))
    return Contract(int(bid[0]), denomination, doubling)


def check_tricks(contract: Contract, tricks: int) -> int:
    """Return the tricks; ValueError unless they are 0 to 13."""
    if not 0 <= tricks <= 13:
        raise ValueError(
            "%s with %d tricks is impossible; declarer takes 0 to 13" % (contract.text, tricks)
        )
    return tricks


def result_text(contract: Contract, tricks: int) -> str:
    """``=``, ``+1`` or ``-2``: over or under the contract, as on a score slip."""
    over = check_tricks(contract, tricks) - contract.needed
    return "=" if over == 0 else "%+d" % over


def parse_result(contract: Contract, text: str) -> int:
    """Tricks that ``=``, ``+1`` or ``-2`` stands for; ValueError says what is possible."""
    plain = text.replace(" ", "").replace("−", "-")
    if plain == "=":
        return contract.needed
    if plain[:1] not in ("+", "-") or not _is_count(plain[1:]) or int(plain[1:]) == 0:
        raise ValueError("%r is no result; write =, +1 or -2" % text)
    return _possible(contract, int(plain), text)


def wire_result(contract: Contract, tricks: int) -> str:
    """As TL/1 writes it: ``0``, ``1``, ``-2``."""
    return str(check_tricks(contract, tricks) - contract.needed)


def tricks_of(contract: Contract, wire: str) -> int:
    """Tricks that TL/1's ``0``, ``1`` or ``-2`` stands for; ValueError for anything else."""
    digits = wire[1:] if wire[:1] == "-" else wire
    if not _is_count(digits) or str(int(wire)) != wire:
        raise ValueError("%r is no result; 0, 1 and -2 are" % wire)
    return _possible(contract, int(wire), wire)


def _possible(contract: Contract, over: int, text: str) -> int:
    if not 0 <= contract.needed + over <= 13:
        raise ValueError(
            "%s %s is impossible; its results go from -%d to %s"
            % (contract.text, text, contract.needed, result_text(contract, 13))
        )
    return contract.needed + over


def _is_count(text: str) -> bool:
    return 1 <= len(text) <= 2 and all(digit in "0123456789" for digit in text)
