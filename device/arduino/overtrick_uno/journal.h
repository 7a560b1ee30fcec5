// The box's memory: 48 records of 21 bytes in the EEPROM, behind a header of 16 bytes.
//
// A slot holds the values of one R record, packed, and last the record's check. The check is
// computed from the text that the values spell, so a slot that was cut off by a power failure,
// worn, or never written spells another check and does not exist. Byte 3 is the mark: 0xFF until
// the host has acknowledged this very record. A slot without the mark is never written over.
#pragma once
#include <Arduino.h>
#include <EEPROM.h>

const uint8_t SLOTS = 48, SLOT_BYTES = 21, HEADER = 16;
const uint8_t PASSED = 105, NOT_PLAYED = 106;  // contract codes beside (level-1)*15 + suit*3 + doubling

struct Result {
  uint32_t n;          // 1, 2, 3 ...: kept in 3 bytes
  char event[5];       // "-" when the host named none
  char section;        // A..Z
  uint8_t table;
  uint8_t board;
  uint16_t ns, ew;
  uint8_t contract;    // (level-1)*15 + suit*3 + doubling, or PASSED, NOT_PLAYED
  uint8_t declarer;    // index into "NESW"
  int8_t over;         // tricks over (or under) the contract
  uint32_t check;
};

uint32_t crc32(uint32_t crc, const char *text) {
  crc = ~crc;
  for (; *text; text++) {
    crc ^= (uint8_t)*text;
    for (uint8_t i = 0; i < 8; i++) crc = (crc >> 1) ^ ((crc & 1) ? 0xEDB88320UL : 0);
  }
  return ~crc;
}

char *append(char *to, const char *text) { while (*text) *to++ = *text++; *to = 0; return to; }
char *append(char *to, char c) { *to++ = c; *to = 0; return to; }
char *appendNumber(char *to, unsigned long value) {
  char digits[11];
  ultoa(value, digits, 10);
  return append(to, digits);
}
char *appendHex(char *to, uint32_t value, uint8_t width) {
  while (width--) to = append(to, "0123456789ABCDEF"[(value >> (4 * width)) & 15]);
  return to;
}

char *appendContract(char *to, const Result &r) {
  if (r.contract == PASSED) return append(to, "PASS");
  if (r.contract == NOT_PLAYED) return append(to, "NP");
  static const char *const SUITS[5] = {"C", "D", "H", "S", "NT"};
  to = append(to, (char)('1' + r.contract / 15));
  to = append(to, SUITS[r.contract / 3 % 5]);
  return append(to, (r.contract % 3 == 2) ? "XX" : (r.contract % 3 == 1) ? "X" : "");
}

// The record's canonical text: kind and fields, without address and check.
// R,n,event,section,table,round,board,ns,ew,contract,declarer,result,lead,room,replaces
void spell(const Result &r, char *to) {
  to = append(to, "R,");
  to = append(appendNumber(to, r.n), ',');
  to = append(append(to, r.event), ',');
  to = append(append(to, r.section), ',');
  to = append(appendNumber(to, r.table), ",,");
  to = append(appendNumber(to, r.board), ',');
  to = append(appendNumber(to, r.ns), ',');
  to = append(appendNumber(to, r.ew), ',');
  to = append(appendContract(to, r), ',');
  if (r.contract < PASSED) {
    to = append(append(to, "NESW"[r.declarer]), ',');
    if (r.over < 0) to = append(to, '-');
    to = append(appendNumber(to, abs(r.over)), ',');
  } else {
    to = append(to, ",,");
  }
  append(to, ",,");
}

class Journal {
 public:
  char serial[11];  // typed once at the box, in the header
  char section = 'A';
  uint8_t table = 0;

  // Read the header and all slots once; false when the box has no serial yet.
  bool begin() {
    readHeader();
    Result r;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
      n_[slot] = read(slot, r) ? r.n : 0;
      marked_[slot] = EEPROM.read(HEADER + slot * SLOT_BYTES + 3) != 0xFF;
    }
    return serial[0] != 0;
  }

  uint32_t number(uint8_t slot) const { return n_[slot]; }  // 0: no record there
  bool marked(uint8_t slot) const { return marked_[slot]; }

  uint32_t high() const {
    uint32_t most = 0;
    for (uint8_t slot = 0; slot < SLOTS; slot++) most = max(most, n_[slot]);
    return most;
  }

  // The least number from which every number up to high is here.
  uint32_t low() const {
    uint32_t least = high();
    for (uint8_t slot = 0; slot < SLOTS; slot++)
      if (least > 1 && n_[slot] == least - 1) { least--; slot = 255; }  // look from the start again
    return least;
  }

  uint8_t unsent() const {
    uint8_t count = 0;
    for (uint8_t slot = 0; slot < SLOTS; slot++) count += n_[slot] && !marked_[slot];
    return count;
  }

  // False when the slot holds no whole record of this box.
  bool read(uint8_t slot, Result &r) {
    int at = HEADER + slot * SLOT_BYTES;
    r.n = bytes(at, 3);
    if (r.n == 0 || r.n == 0xFFFFFFUL) return false;
    for (uint8_t i = 0; i < 4; i++) r.event[i] = EEPROM.read(at + 4 + i);
    r.event[4] = 0;
    uint16_t place = bytes(at + 8, 2);
    r.section = 'A' + place / 256;
    r.table = place % 256;
    r.board = EEPROM.read(at + 10);
    r.ns = bytes(at + 11, 2);
    r.ew = bytes(at + 13, 2);
    r.contract = EEPROM.read(at + 15);
    uint8_t how = EEPROM.read(at + 16);
    r.declarer = how / 32 % 4;
    r.over = (int8_t)(how % 32) - 14;
    r.check = bytes(at + 17, 4);
    return r.contract <= NOT_PLAYED && how < 128 && r.section <= 'Z' && r.check == checkOf(r);
  }

  // Number, check and write a result; false when every slot waits for the host.
  bool add(Result &r) {
    uint8_t slot = freeSlot();
    if (slot == SLOTS) return false;
    r.n = high() + 1;
    r.check = checkOf(r);
    int at = HEADER + slot * SLOT_BYTES;
    EEPROM.update(at + 3, 0xFF);  // no longer delivered, before anything of the new one is there
    put(at, r.n, 3);
    bool ended = false;
    for (uint8_t i = 0; i < 4; i++) {
      ended = ended || !r.event[i];
      EEPROM.update(at + 4 + i, ended ? 0 : r.event[i]);
    }
    put(at + 8, (uint16_t)(r.section - 'A') * 256 + r.table, 2);
    put(at + 10, r.board, 1);
    put(at + 11, r.ns, 2);
    put(at + 13, r.ew, 2);
    put(at + 15, r.contract, 1);
    put(at + 16, r.declarer * 32 + (r.over + 14), 1);
    put(at + 17, r.check, 4);
    n_[slot] = r.n;
    marked_[slot] = false;
    return true;
  }

  void mark(uint8_t slot) {
    EEPROM.update(HEADER + slot * SLOT_BYTES + 3, 0);
    marked_[slot] = true;
  }

  // Header: serial of up to 10 digits with its sum, then section and table.
  void writeHeader() {
    uint8_t sum = 0x5A, length = strlen(serial);
    for (uint8_t i = 0; i < 10; i++) {
      uint8_t c = i < length ? serial[i] : 0;
      EEPROM.update(i, c);
      sum += c;
    }
    EEPROM.update(10, sum);
    EEPROM.update(12, section);
    EEPROM.update(13, table);
    EEPROM.update(14, section ^ table ^ 0xA5);
  }

 private:
  uint32_t n_[SLOTS];
  bool marked_[SLOTS];

  void readHeader() {
    uint8_t sum = 0x5A;
    for (uint8_t i = 0; i < 10; i++) sum += serial[i] = EEPROM.read(i);
    serial[10] = 0;
    if (sum != EEPROM.read(10) || !isAlphaNumeric(serial[0])) serial[0] = 0;
    section = EEPROM.read(12);
    table = EEPROM.read(13);
    if ((section ^ table ^ 0xA5) != EEPROM.read(14) || section < 'A' || section > 'Z') {
      section = 'A';
      table = 0;
    }
  }

  uint32_t checkOf(const Result &r) {
    char text[72];
    spell(r, text);
    return crc32(crc32(crc32(0, serial), ","), text);
  }

  // A slot without a whole record, else the oldest that is marked, else SLOTS.
  uint8_t freeSlot() const {
    uint8_t best = SLOTS;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
      if (!n_[slot]) return slot;
      if (marked_[slot] && (best == SLOTS || n_[slot] < n_[best])) best = slot;
    }
    return best;
  }

  static uint32_t bytes(int at, uint8_t count) {
    uint32_t value = 0;
    while (count--) value = (value << 8) | EEPROM.read(at + count);
    return value;
  }

  static void put(int at, uint32_t value, uint8_t count) {
    for (; count--; value >>= 8) EEPROM.update(at++, value & 0xFF);
  }
};
