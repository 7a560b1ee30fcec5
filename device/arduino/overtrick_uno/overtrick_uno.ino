// A scoring box for contract bridge on an Arduino Uno: a 4x4 keypad, a 16x2 LCD, TL/1 over USB.
//
// `#` is OK and `*` goes back. A field at a time: North-South's number, East-West's, the board,
// the contract, the declarer, the result; then the box is passed to East, who sees everything
// again and accepts it with A. OK alone never confirms.
#include <avr/sleep.h>

#include "journal.h"
#include "keypad.h"
#include "lcd.h"
#include "link.h"

enum Field { SERIAL_NUMBER, TABLE, NS, EW, BOARD, CONTRACT, DECLARER, RESULT, PASS_BOX, VERIFY, SAVED };

Lcd lcd;
Keypad keypad;
Journal journal;
Link table_link(journal);
Field field;
Result now_typed;
char typed[11];
bool full = false;

void setup() {
  set_sleep_mode(SLEEP_MODE_IDLE);
  lcd.begin();
  keypad.begin();
  bool known = journal.begin();
  start(!known ? SERIAL_NUMBER : journal.table ? NS : TABLE);
  table_link.begin();
}

void loop() {
  char key = keypad.read();
  if (key) press(key);
  table_link.step();
  static unsigned long shown = 0;
  if (key || millis() - shown > 200) { show(); shown = millis(); }
  sleep_mode();  // until the next interrupt: a byte, or the clock's within a millisecond
}

void start(Field next) {
  field = next;
  typed[0] = 0;
  if (field == NS) { memset(&now_typed, 0, sizeof now_typed); strcpy(now_typed.event, "-"); }
}

// ---- keys --------------------------------------------------------------------------------
void press(char key) {
  full = false;
  if (key == '*') { back(); return; }
  switch (field) {
    case SERIAL_NUMBER: if (number(key, 10)) serialTyped(); break;
    case TABLE: if (number(key, 2)) tableTyped(); break;
    case NS: if (number(key, 4) && value()) { now_typed.ns = value(); start(EW); } break;
    case EW: if (number(key, 4) && value()) { now_typed.ew = value(); start(BOARD); } break;
    case BOARD: if (number(key, 2) && value()) { now_typed.board = value(); startContract(); } break;
    case CONTRACT: contractKey(key); break;
    case DECLARER: declarerKey(key); break;
    case RESULT: resultKey(key); break;
    case PASS_BOX: if (key == 'A') start(VERIFY); break;  // # is ignored: it never confirms
    case VERIFY: if (key == 'A') accept(); break;
    case SAVED: start(NS); break;
  }
}

void back() {
  if (typed[0] && field != CONTRACT) { typed[strlen(typed) - 1] = 0; return; }
  if (field == CONTRACT && now_typed.contract != 255) { startContract(); return; }
  if (field == SERIAL_NUMBER || field == TABLE) return;
  if (field == NS) { start(TABLE); return; }
  if (field == EW || field == SAVED) { start(NS); return; }
  if (field == PASS_BOX && now_typed.contract >= PASSED) { startContract(); return; }
  if (field == VERIFY) { start(now_typed.contract >= PASSED ? CONTRACT : RESULT); return; }
  if (field == DECLARER) { startContract(); return; }
  start((Field)(field - 1));
}

// Collects digits; true when # ends a number that is not empty.
bool number(char key, uint8_t most) {
  uint8_t length = strlen(typed);
  if (key >= '0' && key <= '9' && length < most) { typed[length] = key; typed[length + 1] = 0; }
  return key == '#' && typed[0];
}

uint16_t value() { return (uint16_t)atoi(typed); }

void serialTyped() {
  strcpy(journal.serial, typed);
  journal.section = 'A';
  journal.table = 0;
  journal.writeHeader();
  journal.begin();
  table_link.named();
  start(TABLE);
}

void tableTyped() {
  if (!value()) return;
  journal.table = value();
  journal.writeHeader();
  start(NS);
}

void startContract() { start(CONTRACT); now_typed.contract = 255; now_typed.declarer = 0; now_typed.over = 0; }

// A level, then A B C D for clubs to spades or 0 for no trump, then 8 for doubled (again:
// redoubled, again: neither). 9 first is a pass-out, 0 first is a board not played.
void contractKey(char key) {
  uint8_t &contract = now_typed.contract;
  if (!typed[0] && contract == 255) {
    if (key >= '1' && key <= '7') { typed[0] = key; typed[1] = 0; }
    else if (key == '9' || key == '0') { contract = key == '9' ? PASSED : NOT_PLAYED; }
  } else if (contract == 255) {
    int8_t suit = key == '0' ? 4 : (key >= 'A' && key <= 'D') ? key - 'A' : -1;
    if (suit >= 0) { contract = (typed[0] - '1') * 15 + suit * 3; typed[0] = 0; }
  } else if (key == '8' && contract < PASSED) {
    contract = contract / 3 * 3 + (contract % 3 + 1) % 3;
  } else if (key == '#') {
    start(contract >= PASSED ? PASS_BOX : DECLARER);
  }
}

// By compass: 2 is North, 6 East, 8 South, 4 West.
void declarerKey(char key) {
  const char *at = strchr("2684", key);
  if (key && at) { now_typed.declarer = at - "2684"; strcpy(typed, "x"); }
  if (key == '#' && typed[0]) start(RESULT);
}

// C is just made, A and a digit overtricks, B and digits undertricks.
void resultKey(char key) {
  uint8_t length = strlen(typed);
  if (key >= 'A' && key <= 'C') { typed[0] = key; typed[1] = 0; }
  else if (key >= '0' && key <= '9' && length >= 1 && length < 3 && typed[0] != 'C') { typed[length] = key; typed[length + 1] = 0; }
  else if (key == '#' && typed[0]) {
    int level = now_typed.contract / 15 + 1, over = atoi(typed + 1);
    if (typed[0] == 'B') over = -over;
    bool named = typed[0] == 'C' || over != 0;
    if (!named || over > 7 - level || over < -(6 + level)) { typed[0] = 0; return; }
    now_typed.over = over;
    start(PASS_BOX);
  }
}

void accept() {
  now_typed.section = journal.section;
  now_typed.table = journal.table;
  if (!journal.add(now_typed)) { full = true; table_link.full(); return; }
  table_link.added();
  start(SAVED);
}

// ---- the glass ---------------------------------------------------------------------------
void show() {
  char top[24], bottom[24];
  char *to = append(top, journal.section);
  to = appendNumber(to, journal.table);
  to = append(to, table_link.alive() ? " LINK" : " NO LINK");
  uint8_t waiting = journal.unsent();
  if (waiting) append(appendNumber(append(to, ' '), waiting), 'W');
  switch (field) {
    case SERIAL_NUMBER: strcpy(top, "SERIAL, DIGITS:"); prompt(bottom, ""); break;
    case TABLE: strcpy(top, "TABLE NUMBER:"); prompt(bottom, ""); break;
    case NS: prompt(bottom, "NS PAIR: "); break;
    case EW: prompt(bottom, "EW PAIR: "); break;
    case BOARD: prompt(bottom, "BOARD: "); break;
    case CONTRACT: contractLine(bottom); break;
    case DECLARER: declarerLine(bottom); break;
    case RESULT: resultLine(bottom); break;
    case PASS_BOX: strcpy(top, "PASS BOX TO EAST"); strcpy(bottom, "EAST: A TO SEE"); break;
    case VERIFY: verifyLines(top, bottom); break;
    case SAVED: strcpy(bottom, waiting ? "SAVED" : "SENT"); break;
  }
  if (full) { strcpy(top, "MEMORY FULL"); strcpy(bottom, "CONNECT HOST"); }
  lcd.show(top, bottom);
}

void prompt(char *to, const char *label) { append(append(append(to, label), typed), '_'); }

void contractLine(char *to) {
  to = append(to, "CONTRACT: ");
  if (now_typed.contract == 255) append(append(to, typed), '_');
  else appendContract(to, now_typed);
}

void declarerLine(char *to) {
  to = append(appendContract(to, now_typed), " BY ");
  append(to, typed[0] ? "NESW"[now_typed.declarer] : '_');
}

void resultLine(char *to) {
  to = append(appendContract(to, now_typed), " RESULT ");
  if (typed[0]) to = append(to, typed[0] == 'A' ? '+' : typed[0] == 'B' ? '-' : '=');
  append(append(to, typed[0] ? typed + 1 : ""), '_');
}

void verifyLines(char *top, char *bottom) {
  char *to = append(top, 'B');
  to = append(appendNumber(to, now_typed.board), ' ');
  to = append(appendNumber(to, now_typed.ns), '-');
  appendNumber(to, now_typed.ew);
  to = appendContract(bottom, now_typed);
  if (now_typed.contract < PASSED) {
    to = append(append(append(to, ' '), "NESW"[now_typed.declarer]), ' ');
    if (now_typed.over > 0) to = append(to, '+');
    if (now_typed.over < 0) to = append(to, '-');
    to = now_typed.over ? appendNumber(to, abs(now_typed.over)) : append(to, '=');
  }
  append(to, "  A:YES");
}
