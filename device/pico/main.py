"""What the Pico runs when it is switched on; everything else lies compiled beside it."""

import gc

gc.threshold(1024)  # while modules are loaded: the heap stays in one piece

from device.pico import start  # noqa: E402

start.run()
