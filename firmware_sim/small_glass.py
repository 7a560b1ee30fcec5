"""A 20x4 screen on a smaller glass: folded at words, shown a page at a time.

The page with the cursor comes first: the line being typed is what a player needs to see.
"""


def fold(
    texts: "list[str]", cursor: "tuple[int, int] | None", columns: int
) -> "tuple[list[str], tuple[int, int] | None]":
    """Texts folded to that many columns, empty ones left out, and where the cursor went."""
    rows: list[str] = []
    place = None
    for line, text in enumerate(texts):
        inside = cursor[1] if cursor is not None and cursor[0] == line else -1
        text = _closer(text.rstrip(), columns)
        for start, piece in _pieces(text, columns, inside):
            if inside >= start and (place is None or inside < start + columns):
                place = (len(rows), min(inside - start, columns - 1))
            rows.append(piece)
    return rows, place


def _closer(text: str, columns: int) -> str:
    """A text with its widest gap made narrower, as far as that makes it fit."""
    over = len(text) - columns
    if over <= 0:
        return text
    widest = at = run = 0
    for index in range(len(text)):
        run = run + 1 if text[index] == " " else 0
        if run > widest:
            widest, at = run, index
    return text[: at - over + 1] + text[at + 1 :] if widest > over else text


def _pieces(text: str, columns: int, cursor: int) -> "list[tuple[int, str]]":
    """(where it began in the text, piece): cut at the last blank that fits, blanks trimmed."""
    pieces = []
    start = 0
    end = len(text.rstrip())
    while start < end and text[start] == " " and cursor != start:
        start += 1
    while end - start > columns:
        cut = text.rfind(" ", start + 1, start + columns + 1)
        if cut < 0:
            cut = start + columns
        pieces.append((start, text[start:cut].rstrip()))
        start = cut
        while start < end and text[start] == " ":
            start += 1
    if start < end or cursor >= start:
        pieces.append((start, text[start:end]))
    return pieces


def wrap(text: str, columns: int) -> "list[str]":
    """A text cut at words into lines of at most that many columns."""
    return [piece for _, piece in _pieces(text, columns, -1)]


def page_of(place: "tuple[int, int] | None", rows: int) -> int:
    """The page to begin with: the cursor's, else the first."""
    return place[0] // rows if place is not None else 0
