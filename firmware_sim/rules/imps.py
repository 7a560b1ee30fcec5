"""International match points: the difference of two scores on a scale."""

TABLES = {
    # Law 78B. Each number is the least difference for one IMP more.
    "current": (
        (20, 50, 90, 130, 170, 220, 270, 320)
        + (370, 430, 500, 600, 750, 900, 1100, 1300)
        + (1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)
    ),
    # The scale of 1948, sixteen rows.
    "1948": ((20, 70, 140, 220, 350, 500, 750, 1000) + (1250, 1500, 2000, 2500, 3000, 3500, 4000)),
}


def imps(difference: int, table: str = "current") -> int:
    """IMPs of a difference in points, with its sign; ``table`` is "current" or "1948"."""
    if table not in TABLES:
        raise ValueError("%r is no IMP table; there are %s" % (table, ", ".join(sorted(TABLES))))
    size = abs(difference)
    steps = 0
    for least in TABLES[table]:
        if size < least:
            break
        steps += 1
    return steps if difference > 0 else -steps
