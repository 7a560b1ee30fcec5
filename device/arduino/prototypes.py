"""Turn a sketch into C++, as Arduino's own builder does: Arduino.h first, then prototypes.

The prototypes stand behind the last line of the sketch's head (its first function), so that they
may use its types. Prints the C++ on standard output.
"""

import re
import sys

FUNCTION = re.compile(r"^((?:[A-Za-z_]\w*[\s*&]+)+[A-Za-z_]\w*\([^;{}]*\))\s*\{", re.MULTILINE)


def main(path: str) -> None:
    """Print the sketch at `path` as one C++ file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = list(FUNCTION.finditer(text))
    head = found[0].start()
    prototypes = "".join(f"{match.group(1)};\n" for match in found)
    line = text[:head].count("\n") + 1
    print(f'#include <Arduino.h>\n#line 1 "{path}"\n{text[:head]}')
    print(f'{prototypes}#line {line} "{path}"\n{text[head:]}')


main(sys.argv[1])
