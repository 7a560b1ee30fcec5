"""How a results file writes artificial scores (``A6040``, ``A+/A-``) and weighted ones.

Parsers raise ValueError with a sentence that names the value and what is allowed.
"""

from __future__ import annotations

import re
from fractions import Fraction

from host.exchange.table_file import quoted
from host.scoring.lines import AVERAGE, AVERAGE_MINUS, AVERAGE_PLUS, Adjusted, Share, Weights

_BOTH = re.compile(r"A([0-9]{2})([0-9]{2})")
_SIDE = re.compile(r"A?([0-9]{1,3})")
_NAMED = {"A+": AVERAGE_PLUS, "A": AVERAGE, "A-": AVERAGE_MINUS}
_PART = re.compile(r"([+-]?[0-9]{1,5})\*([0-9]+/[0-9]+|[0-9]+(?:\.[0-9]+)?%?)")


def parse_adjusted(text: str) -> Adjusted:
    """Read ``A6040`` (percent to North-South, to East-West), ``A+/A-``, ``A/A60``."""
    plain = re.sub(r"\s", "", text).upper().replace("−", "-")
    both = _BOTH.fullmatch(plain)
    if both:
        return Adjusted(Share(int(both[1])), Share(int(both[2])))
    sides = [_side(part) for part in plain.split("/")]
    if len(sides) == 2 and sides[0] and sides[1]:
        return Adjusted(sides[0], sides[1])
    raise ValueError(
        f"{quoted(text)} is no artificial score; write percents as in A6040, "
        "or both sides as in A+/A-"
    )


def _side(text: str) -> Share | None:
    if text in _NAMED:
        return _NAMED[text]
    percent = _SIDE.fullmatch(text)
    return Share(int(percent[1])) if percent and int(percent[1]) <= 100 else None


def parse_weights(text: str) -> Weights:
    """Read ``620*0.6+170*0.4``: North-South scores and their shares, which must sum to 1."""
    plain = re.sub(r"\s", "", text).replace("−", "-")
    parts: list[tuple[int, Fraction]] = []
    at = 0
    while part := _PART.match(plain, at):
        # Between two parts a sign is needed: "+-50*0.5" and "-50*0.5" are both minus 50.
        if parts and plain[at] not in "+-":
            break
        parts.append((int(part[1]), _share(part[2])))
        at = part.end()
        if plain[at : at + 2] in ("+-", "++"):
            at += 1
    if not parts or at != len(plain):
        raise ValueError(
            f"{quoted(text)} is no weighted score; write North-South scores times shares, "
            "as in 620*0.6+170*0.4"
        )
    total = sum(share for _, share in parts)
    if total != 1:
        raise ValueError(f"{quoted(text)}: the shares sum to {total}, not to 1")
    return tuple(parts)


def _share(text: str) -> Fraction:
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    number, _, divisor = text.partition("/")
    if divisor and not int(divisor):
        raise ValueError(f"the share {quoted(text)} divides by nothing")
    return Fraction(number) / (int(divisor) if divisor else 1)


def weights_text(weights: Weights) -> str:
    """Weights as a results file writes them; fractions where no short decimal is exact."""
    return "+".join(f"{score}*{_share_text(share)}" for score, share in weights)


def _share_text(share: Fraction) -> str:
    thousandths = share * 1000
    if thousandths.denominator > 1:
        return f"{share.numerator}/{share.denominator}"
    return f"{thousandths.numerator / 1000:g}"
