"""The process of one visitor's box: its front panel on the browser that textual-serve joins to it.

python -m host.serve.box_process MEMORY SERIAL HOST PORT FACE
"""

from __future__ import annotations

import sys
from pathlib import Path

from device.eeprom import Eeprom, MemoryFileError
from device.panel.app import PanelApp
from device.table_box import TableBox
from firmware_sim import keymaps
from host.serve.network_line import NetworkLine


def main(memory: str, serial: str, host: str, port: str, face: str) -> int:
    """Show the panel until the browser goes; exit status 1 when the memory is in use."""
    try:
        eeprom = Eeprom(path=Path(memory))
    except MemoryFileError as error:
        print(error, file=sys.stderr)
        return 1
    glass = keymaps.GLASS_20X4 if face == "full" else keymaps.GLASS_16X2
    box = TableBox(keymap=face, glass=glass, memory=eeprom, serial=serial)
    line = NetworkLine((host, int(port)))
    try:
        PanelApp(box, line, path=serial, face=face, sound=False).run()
    finally:
        box.power_off()
        line.close()
        eeprom.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
