"""Where things live in the box's 32 kB memory (24LC256: 512 pages of 64 bytes)."""

PAGE = 64
SIZE = 32768

SETTINGS = 0  # two copies of 128 bytes, each with its checksum
SETTINGS_COPY = 128
DRAFT = 256  # a ring of 32 pages: the entry being typed, to be offered again after a power cut
DRAFT_PAGES = 32
CONFIG = 2304  # two areas of 6,144 bytes, used in turn: the host's configuration in force
CONFIG_AREA = 6144
JOURNAL = 14592  # slots of 128 bytes to the end: 142 records
SLOT = 128
