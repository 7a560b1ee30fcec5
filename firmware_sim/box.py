"""Box: everything that screens see of the box (as ``self.box``), and nothing of its chips.

Built at power on from the memory alone: settings, drafts, journal, the host's configuration.
"""

from firmware_sim import memory_map
from firmware_sim.draft import Draft
from firmware_sim.drivers.glyphs import ROM_LETTERS
from firmware_sim.drivers.lcd import BATTERY, LINK
from firmware_sim.entry import Entry
from firmware_sim.evening import Evening
from firmware_sim.journal import Journal
from firmware_sim.link.config import Config, pin_hash
from firmware_sim.link.config_store import ConfigStore
from firmware_sim.link.terminal import Terminal
from firmware_sim.rules.rule_sets import RuleSet, rule_set
from firmware_sim.settings import load_settings
from firmware_sim.sitting import Sitting
from firmware_sim.words import LANGUAGES, Words

try:
    from typing import TYPE_CHECKING
except ImportError:  # MicroPython
    TYPE_CHECKING = False  # type: ignore[misc]

if TYPE_CHECKING:
    from firmware_sim.board import Board
    from firmware_sim.drivers.keypad import Keypad
    from firmware_sim.link.records import Record
    from firmware_sim.match_book import MatchBook
    from firmware_sim.rubber_book import RubberBook

FIRMWARE = "0.1.0"

LAWS = "laws-2017"

MESSAGES = 8
"""Messages kept until they are read; the oldest goes first."""

LOW_BATTERY_MV = 3300
"""Three alkaline cells at 1.1 V have a tenth of their charge left."""

ERROR_MS = 200


class Box:
    """What the screens share.

    ``face`` is "full" or "membrane", ``columns`` and ``rows`` the glass; ``now_ms`` the time of
    this step; ``entry`` the result being typed; ``book`` the sheet of a mode without a host;
    ``sitting`` this table's evening; ``seated`` true when the box stands at ``settings.table``;
    ``messages`` the host's texts not yet read; ``standing`` its last (board, percent, others) or
    None; ``table_answer`` its answer to the table asked for ("" while none came).
    """

    def __init__(
        self, board: "Board", keypad: "Keypad", face: str, columns: int, rows: int
    ) -> None:
        read, write = board.memory_read, board.memory_write
        self.board = board
        self.keypad = keypad
        self.face = face
        self.columns = columns
        self.rows = rows
        self.now_ms = board.ticks_ms()
        self.settings = load_settings(read, write)
        self.words = Words(self.settings.language)
        self.draft = Draft(read, write)
        self.journal = Journal(read, write, memory_map.JOURNAL, memory_map.SIZE, board.serial())
        store = ConfigStore(read, write, memory_map.CONFIG, memory_map.CONFIG_AREA)
        self.terminal = Terminal(
            self.journal,
            board.line,
            board.serial(),
            self.settings.address,
            firmware=FIRMWARE,
            store=store,
            battery=board.battery_mv,
            pairing_key=getattr(board, "pairing_key", None),
            nonce=getattr(board, "nonce", None),
        )
        self.config = store.config or Config("")
        self.entry = Entry()
        self.evening = Evening()
        self.sitting = Sitting(self.evening)
        self.messages: list[str] = []
        self.standing: tuple[str, str, str] | None = None
        self.table_answer = ""
        self.beneath = ""
        self.refused = ""
        self.reseat = False
        self.seated = False
        self.wrong_pins = 0
        self.pin_until = 0
        self.book: RubberBook | MatchBook | None = None
        self.last: Record | None = None
        self.evening.rebuild(self.journal, self.event)
        self.sitting.sit(self.config, self.settings.section, self.settings.table)

    # -- words ------------------------------------------------------------------------------

    def hint(self, key: str) -> str:
        """Line 4: what the keys mean now, in this face's words (``KEY_M`` for the membrane)."""
        if self.face == "membrane":
            try:
                return self.words(key + "_M")
            except KeyError:
                pass
        return self.words(key)

    def sign(self) -> str:
        """The last column of line 1: battery low, else the link: up, "!" failing, blank none."""
        if self.low_battery() and self.now_ms // 1000 % 2:
            return chr(BATTERY)
        state = self.terminal.state
        if state == "green":
            return chr(LINK)
        return " " if state == "none" else "!"

    def low_battery(self) -> bool:
        """True when the battery has little left."""
        return self.board.battery_mv() < LOW_BATTERY_MV

    # -- what screens do --------------------------------------------------------------------

    def beep(self, ms: int = ERROR_MS) -> None:
        """Sound the buzzer, if the settings allow it."""
        if self.settings.sound:
            self.board.buzz(ms)

    def hand_on(self, key: str) -> None:
        """Let the screen that follows take this key again."""
        self.keypad.give_back(key)

    def light(self) -> None:
        """Put the settings' contrast and backlight on the glass."""
        self.board.lcd_light(self.settings.contrast, self.settings.backlight)

    def save_settings(self) -> None:
        """Write the settings, twice."""
        self.settings.save(self.board.memory_write)

    def add_record(self, kind: str, values: "dict[str, object]") -> "Record":
        """A record into the journal, durable on return, and on to the host; MemoryFull if none
        may be overwritten.
        """
        record = self.journal.add(kind, values)
        self.evening.put(record)
        self.terminal.record_added()
        return record

    @property
    def rules(self) -> RuleSet:
        """The rule set of duplicate results: the event's, else the laws of 2017."""
        try:
            return rule_set(self.config.get("rules", LAWS))
        except ValueError:
            return rule_set(LAWS)

    @property
    def event(self) -> str:
        """The event's code, ``-`` when the box knows none."""
        return self.config.event

    def shown(self, text: str) -> str:
        """A host's text in the letters that the glass has: Br\u00f8nsh\u00f8j is Broenshoej."""
        for sign in text:
            if not " " <= sign <= "~":
                from firmware_sim.link.latin import plain  # seldom needed: keep the heap free

                return plain(text, ROM_LETTERS)
        return text

    # -- the link ---------------------------------------------------------------------------

    def take_event(self, event: "tuple[object, ...]") -> None:
        """One of the terminal's events."""
        kind = event[0]
        if kind == "config":
            self._take_config(self.terminal.config or self.config)
        elif kind == "message":
            self.messages.append(self.shown(str(event[2])))
            self.beep()
        elif kind == "standing":
            self.standing = (str(event[1]), str(event[2]), str(event[3]))
        elif kind == "table":
            self.table_answer = str(event[1])
        elif kind == "refused":
            self.refused = str(event[1])

    def _take_config(self, config: Config) -> None:
        """The host's new configuration: its event, its table, its language."""
        before = self.config
        self.config = config
        settings = self.settings
        told = (config.get("section"), config.number("table"), config.get("lang"))
        section, table = told[0] or settings.section, told[1] or settings.table
        language = told[2] if told[2] in LANGUAGES else settings.language
        if (section, table, language) != (settings.section, settings.table, settings.language):
            settings.section, settings.table, settings.language = section, table, language
            self.words.use(language)
            self.save_settings()
        if config.event != before.event:
            self.evening.rebuild(self.journal, config.event)
        self.sitting.sit(config, settings.section, settings.table)
        other_table = (before.get("section"), before.number("table")) != told[:2]
        new = config.movement and (config.event != before.event or other_table)
        if new or (before.movement and not config.movement):
            self.reseat = True
        elif config.movement and self.seated and not self.entry.replaces:
            self.entry.ns, self.entry.ew = self.sitting.pairs()

    # -- the director -----------------------------------------------------------------------

    def is_pin(self, pin: str) -> bool:
        """True for the event's PIN, or this box's own; any will do when neither is set."""
        if self.config.get("pin"):
            return self.config.is_pin(pin)
        return not self.settings.pin or hash_of(pin) == self.settings.pin

    @property
    def has_pin(self) -> bool:
        """True when a PIN keeps the director's menu."""
        return bool(self.config.get("pin") or self.settings.pin)


def hash_of(pin: str) -> str:
    """What ``settings.pin`` keeps of the box's own PIN: 16 hex digits."""
    return pin_hash("-", pin)
