"""Letters that an LCD does not have, written with those that it has: the table of TL/1.

Names travel in UTF-8; a box whose LCD's ROM lacks a letter shows what stands before the colon in
its row. A letter that is in no row is shown as ``?``.
"""

TRANSLITERATION = (
    "aa:å", "ae:æä", "oe:øöœ", "ue:ü", "ss:ß", "th:þ", "ij:ĳ",
    "a:àáâãāăąǎ", "c:çćĉċč", "d:ðđď", "e:èéêëēĕėęě", "g:ĝğġģ", "h:ĥħ", "i:ìíîïĩīĭįı", "j:ĵ",
    "k:ķ", "l:ĺļľŀł", "n:ñńņňŋ", "o:òóôõōŏő", "r:ŕŗř", "s:śŝşšș", "t:ţťŧț", "u:ùúûũūŭůűų",
    "w:ŵ", "y:ýÿŷ", "z:źżž",
    "Aa:Å", "Ae:ÆÄ", "Oe:ØÖŒ", "Ue:Ü", "Th:Þ", "IJ:Ĳ",
    "A:ÀÁÂÃĀĂĄǍ", "C:ÇĆĈĊČ", "D:ÐĐĎ", "E:ÈÉÊËĒĔĖĘĚ", "G:ĜĞĠĢ", "H:ĤĦ", "I:ÌÍÎÏĨĪĬĮİ", "J:Ĵ",
    "K:Ķ", "L:ĹĻĽĿŁ", "N:ÑŃŅŇŊ", "O:ÒÓÔÕŌŎŐ", "R:ŔŖŘ", "S:ŚŜŞŠȘ", "T:ŢŤŦȚ", "U:ÙÚÛŨŪŬŮŰŲ",
    "W:Ŵ", "Y:ÝŸŶ", "Z:ŹŻŽ",
    "':‘’‛´", '":“”„', "-:‐‑–—", "...:…", "<:«", ">:»", "EUR:€", " :\u00a0",
)  # fmt: skip
"""Each row: what to show, a colon, the letters for which it stands."""


def plain(text: str, shown: str = "") -> str:
    """Return a text in printable ASCII and the further letters that the LCD can show."""
    out = []
    for letter in text:
        out.append(letter if " " <= letter <= "~" or letter in shown else _stand_in(letter))
    return "".join(out)


def _stand_in(letter: str) -> str:
    for row in TRANSLITERATION:
        if row.find(letter, row.find(":", 1) + 1) > 0:
            return row[: row.find(":", 1)]
    return "?"
