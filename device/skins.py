"""How the two faces look: where each key sits, what is printed on it, what kind of key it is.

No colours and no screens here: whoever draws a face (a terminal, a picture, a label sheet for a
real keypad) picks those by the kind. The crossings are those of ``firmware_sim.keymaps``; a key
sits where its contact is, row by row.
"""

from dataclasses import dataclass

from firmware_sim import keymaps


@dataclass(frozen=True, slots=True)
class Cap:
    """One key: its crossing, and its print, from the fullest to the shortest.

    ``kind`` is one of digit, function, club, diamond, heart, spade, trump, pass, double,
    redouble, cancel, ok, call.
    """

    key: str
    row: int
    column: int
    prints: tuple[str, ...]
    kind: str

    def fitting(self, width: int) -> str:
        """The fullest print of at most ``width`` characters."""
        return next((text for text in self.prints if len(text) <= width), self.prints[-1][:width])


@dataclass(frozen=True, slots=True)
class Skin:
    """A face: its name (as ``TableBox`` takes it), the glass it has as a rule, its keys.

    ``gap_after`` is the column after which the keys stand a little apart; None: nowhere.
    """

    name: str
    glass: tuple[int, int]
    keymap: tuple[tuple[str, ...], ...]
    gap_after: int | None
    caps: tuple[Cap, ...]

    def cap(self, key: str) -> Cap:
        """The key of that name; ValueError when this face has none."""
        for cap in self.caps:
            if cap.key == key:
                return cap
        raise ValueError(f"no key {key!r} on the {self.name} face")


_FULL_PRINTS: dict[str, tuple[str, ...]] = {
    "C": ("♣ C   J", "♣C J", "♣J"),
    "D": ("♦ D   Q", "♦D Q", "♦Q"),
    "H": ("♥ H   K", "♥H K", "♥K"),
    "S": ("♠ S   A", "♠S A", "♠A"),
    "-": ("−",),
    "^": ("▲",),
    "v": ("▼",),
    "SCORES": ("SCORES", "SCOR", "SC"),
    "CANCEL": ("CANCEL", "CANC", "✕"),
    "PASS": ("PASS", "PA"),
    "HELP": ("HELP", "?"),
}

_MEMBRANE_PRINTS: dict[str, tuple[str, ...]] = {
    "2": ("2   N", "2 N", "2"),
    "4": ("4   W", "4 W", "4"),
    "6": ("6   E", "6 E", "6"),
    "8": ("8   S X", "8 S X", "8"),
    "9": ("9   PASS", "9 P", "9"),
    "0": ("0   NT", "0 NT", "0"),
    "A": ("A   ♣ +", "A ♣+", "A"),
    "B": ("B   ♦ −", "B ♦−", "B"),
    "C": ("C   ♥ =", "C ♥=", "C"),
    "D": ("D   ♠", "D ♠", "D"),
    "*": ("✱  CANCEL", "✱", "*"),
    "#": ("#  OK", "# OK", "#"),
}

_FULL_KINDS = {
    "C": "club",
    "D": "diamond",
    "H": "heart",
    "S": "spade",
    "NT": "trump",
    "PASS": "pass",
    "X": "double",
    "XX": "redouble",
    "CANCEL": "cancel",
    "OK": "ok",
    "TD": "call",
}

_MEMBRANE_KINDS = {
    "A": "club",
    "B": "diamond",
    "C": "heart",
    "D": "spade",
    "*": "cancel",
    "#": "ok",
}


def _skin(
    name: str,
    glass: tuple[int, int],
    keymap: tuple[tuple[str, ...], ...],
    gap_after: int | None,
    prints: dict[str, tuple[str, ...]],
    kinds: dict[str, str],
) -> Skin:
    caps = tuple(
        Cap(
            key,
            row,
            column,
            prints.get(key, (key,)),
            "digit" if key in "0123456789+-=" else kinds.get(key, "function"),
        )
        for row, keys in enumerate(keymap)
        for column, key in enumerate(keys)
    )
    return Skin(name, glass, keymap, gap_after, caps)


SKINS = {
    "full": _skin("full", keymaps.GLASS_20X4, keymaps.FULL, 2, _FULL_PRINTS, _FULL_KINDS),
    "membrane": _skin(
        "membrane", keymaps.GLASS_16X2, keymaps.MEMBRANE, None, _MEMBRANE_PRINTS, _MEMBRANE_KINDS
    ),
}
