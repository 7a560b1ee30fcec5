"""The rule sets as data; one scorer (``duplicate.py``) and two sheets read them.

Where a number comes from, and what we read where a print is damaged or wrong, stands in
``docs/rule-sets.md``. What all rule sets share (trick values, slams, overtricks, undoubled
undertricks) stands in ``duplicate.py``.
"""

try:
    from typing import Iterator
except ImportError:  # MicroPython: annotations are never evaluated
    pass

_SINCE_1987 = (100, 200, 200, 300)
_BEFORE_1987 = (100, 200)
_VULNERABLE = (200, 300)


class RuleSet:
    """One code of scoring; treat as frozen. Pairs are (not vulnerable, vulnerable), in points."""

    __slots__ = (
        "adds_up",
        "doubled_down",
        "extra",
        "form",
        "game",
        "honours",
        "last_partscore",
        "made_doubled",
        "made_redoubled",
        "name",
        "partscore",
        "rubber",
        "source",
        "title",
        "unfinished",
    )

    def __init__(
        self,
        name: str,
        title: str,
        source: str,
        form: str = "duplicate",
        doubled_down: "tuple[tuple[int, ...], tuple[int, ...]]" = (_SINCE_1987, _VULNERABLE),
        made_doubled: int = 50,
        made_redoubled: int = 100,
        partscore: int = 50,
        game: "tuple[int, int]" = (300, 500),
        last_partscore: int = 0,
        adds_up: bool = False,
        rubber: "tuple[int, int]" = (0, 0),
        unfinished: "tuple[int, int]" = (0, 0),
        honours: "tuple[int, int]" = (0, 0),
        extra: "tuple[tuple[int, str, int, int], ...]" = (),
    ) -> None:
        self.name = name
        self.title = title
        """At most 20 columns, for the LCD."""
        self.source = source
        self.form = form
        """"duplicate" (deals by board number), "rubber" or "chicago" (a sheet of four deals)."""
        self.doubled_down = doubled_down
        """Doubled undertricks, first, second, ...; the last value goes on. Redoubled: twice."""
        self.made_doubled = made_doubled
        self.made_redoubled = made_redoubled
        self.partscore = partscore
        self.game = game
        self.last_partscore = last_partscore
        """For a partscore in the last deal of a Chicago."""
        self.adds_up = adds_up
        """Trick points of several deals add up to a game."""
        self.rubber = rubber
        """For a rubber won 2-0, won 2-1."""
        self.unfinished = unfinished
        """To the only side with a game, to the only side with a partscore in the running game."""
        self.honours = honours
        """Four trump honours in one hand; all five, or four aces at no trump. 0: none."""
        self.extra = extra
        """Additions of a print to one contract made: (level, denominations, doubling, points)."""

    def __repr__(self) -> str:
        return "rule_set(%r)" % self.name


def _rule_sets() -> "Iterator[RuleSet]":
    yield RuleSet(
        "laws-2017", "Laws 2017", "Laws of Duplicate Bridge 1987, 1997, 2007, 2017, law 77"
    )
    yield RuleSet(
        "duplicate-pre-1987",
        "Duplicate to 1986",
        "Laws of duplicate bridge before 1987",
        doubled_down=(_BEFORE_1987, _VULNERABLE),
        made_redoubled=50,
    )
    yield RuleSet(
        "rubber-1993",
        "Rubber 1993",
        "Laws of Contract Bridge 1993, 2003, 2014",
        form="rubber",
        partscore=0,
        game=(0, 0),
        adds_up=True,
        rubber=(700, 500),
        unfinished=(300, 100),
        honours=(100, 150),
    )
    yield RuleSet(
        "rubber-1943",
        "Rubber 1943",
        "Laws of Contract Bridge 1943 to 1981",
        form="rubber",
        doubled_down=(_BEFORE_1987, _VULNERABLE),
        made_redoubled=50,
        partscore=0,
        game=(0, 0),
        adds_up=True,
        rubber=(700, 500),
        unfinished=(300, 50),
        honours=(100, 150),
    )
    yield RuleSet(
        "saitek-610-rubber",
        "Saitek 610 rubber",
        "Saitek 610, appendix, rubber",
        form="rubber",
        doubled_down=(_BEFORE_1987, (200, 400)),
        made_redoubled=50,
        partscore=0,
        game=(0, 0),
        adds_up=True,
        rubber=(700, 500),
    )
    yield RuleSet(
        "saitek-610-teams",
        "Saitek 610 teams",
        "Saitek 610, appendix, teams",
        doubled_down=(_SINCE_1987, (200, 400)),
        made_redoubled=50,
    )
    yield RuleSet(
        "indonesia-1987-printed",
        "Indonesia 1987 print",
        "Indonesian printed table of the 1987 laws",
        extra=((1, "CD", 2, 50),),
    )
    yield RuleSet(
        "pbn-oldmp",
        "PBN OldMP",
        "Portable Bridge Notation 2.1, scoring OldMP",
        doubled_down=(_BEFORE_1987, _VULNERABLE),
    )
    yield RuleSet(
        "chicago",
        "Chicago",
        "Laws of Contract Bridge 1993, four-deal bridge",
        form="chicago",
        partscore=0,
        last_partscore=100,
        adds_up=True,
        honours=(100, 150),
    )
    yield RuleSet(
        "chicago-duplicate",
        "Chicago duplicate",
        "Four deals, each by law 77 of 2017",
        form="chicago",
    )


_KEPT: "dict[str, RuleSet]" = {}


def rule_set(name: str) -> RuleSet:
    """The rule set of that name, the same each time; ValueError lists the names there are."""
    if name not in _KEPT:
        for rules in _rule_sets():
            if rules.name == name:
                _KEPT[name] = rules
                return rules
        names = ", ".join([rules.name for rules in _rule_sets()])
        raise ValueError("%r is no rule set; there are %s" % (name, names))
    return _KEPT[name]


RULE_SETS = tuple([rule_set(rules.name) for rules in _rule_sets()])
"""All of them; a box makes only those that it plays by."""
