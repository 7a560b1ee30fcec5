// TL/1, the least box and a little more: answers H, offers R records, obeys A, answers P.
// A frame is `$` body `*` CCCC LF; CCCC is CRC-16/CCITT-FALSE of the body.
#pragma once
#include <Arduino.h>
#include <util/crc16.h>
#include "journal.h"
#include "settings.h"

class Link {
 public:
  explicit Link(Journal &journal) : journal_(journal) {}

  void begin() {
    Serial.begin(BAUD);
    named();
  }

  // The box has its serial number: from now on it speaks. (Without one it is nobody.)
  void named() {
    for (uint8_t slot = 0; slot < SLOTS; slot++) resend_[slot] = true;
    if (journal_.serial[0]) hello("-");
  }

  bool alive() { return heard_ && millis() - lastHeard_ < 15000UL; }

  // A record was added: offer it without waiting for the next turn.
  void added() { fullTold_ = false; pause_ = 1000; offered_ = millis() - pause_; }

  // A result found no room: every slot waits for the host, which is told once.
  void full() {
    if (heard_ && !fullTold_) complain("full", "");
    fullTold_ = heard_;
  }

  void step() {
    while (Serial.available()) take(Serial.read());
    if (heard_ && millis() - offered_ >= pause_) offer();
  }

 private:
  Journal &journal_;
  char in_[62];
  uint8_t length_ = 0;
  bool inside_ = false, returned_ = false, person_ = false, heard_ = false, fullTold_ = false;
  char run_[9] = "";
  unsigned long lastHeard_ = 0, offered_ = 0, pause_ = 1000, sent_ = 0, complained_ = 0;
  bool resend_[SLOTS];  // to be offered once more in this run of the host

  // ---- receiving -------------------------------------------------------------------------
  void take(char c) {
    if (c == '$') { inside_ = true; returned_ = person_ = false; length_ = 0; return; }
    if (!inside_) { people(c); return; }
    if (c == '\n') { inside_ = false; in_[length_] = 0; frame(); length_ = 0; return; }
    if (c == '\r' && !returned_) { returned_ = true; return; }
    if (returned_ || c < 0x20 || c > 0x7E || length_ >= sizeof in_ - 1) { inside_ = false; length_ = 1; return; }
    in_[length_++] = c;
  }

  // A line that is only `?` asks for the status, in words.
  void people(char c) {
    if (c == '?') { person_ = length_ == 0; length_ = 1; return; }
    if (c != '\n' && c != '\r') { person_ = false; length_ = 1; return; }
    if (person_) status();
    person_ = false;
    length_ = 0;
  }

  void status() {
    Serial.print(F("# overtrick " FIRMWARE ", serial "));
    Serial.print(journal_.serial);
    Serial.print(F(", table "));
    Serial.print(journal_.section);
    Serial.print(journal_.table);
    Serial.print(F(", waiting "));
    Serial.println(journal_.unsent());
    sent_ = millis();
  }

  void frame() {
    char *star = strchr(in_, '*');
    if (!star || strlen(star) != 5) return;
    char expected[5];
    appendHex(expected, crc16(in_, star), 4);
    if (strcmp(star + 1, expected) != 0) return;
    *star = 0;
    char *address = in_, *kind = split(address);
    if (!journal_.serial[0] || !kind || !isAlpha(kind[0]) || (kind[1] && kind[1] != ',') || (strcmp(address, ADDRESS) != 0 && strcmp(address, "00") != 0)) return;
    char *fields = split(kind);
    dispatch(kind, fields);
  }

  void dispatch(const char *kind, char *fields) {
    if (!strcmp(kind, "H")) {
      greeted(fields);
    } else if (!strcmp(kind, "A")) {
      heard();
      acknowledged(fields);
    } else if (!strcmp(kind, "P")) {
      heard();
      poll();
    } else if (!strchr("EhsTcmpRUNDV", kind[0])) {  // what boxes send may be an echo
      heard();
      complain("unknown", kind);
    }
  }

  void heard() { heard_ = true; lastHeard_ = millis(); }

  // H,version,host id,run,nonce
  void greeted(char *version) {
    char *host = split(version), *run = split(host), *nonce = split(run);
    if (!nonce) { complain("fields", "H"); return; }
    split(nonce);
    if (strcmp(version, "1") != 0 && strncmp(version, "1.", 2) != 0) {
      complain("version", "1");
      return;
    }
    if (!isHex(host, 8, 8) || !isHex(run, 8, 8) || !isHex(nonce, 1, 16)) {
      complain("fields", "H");
      return;
    }
    heard();
    hello(nonce);
    if (strcmp(run, run_) != 0) {
      strcpy(run_, run);  // another run of a host: it is offered everything once
      for (uint8_t slot = 0; slot < SLOTS; slot++) resend_[slot] = true;
      pause_ = 1000;
      offered_ = millis() - pause_;
    }
  }

  // A,n,check[,n,check]: the host has committed these very records. One that brings nothing new
  // sets the pause back to 1 s, and nothing is sent at once.
  void acknowledged(char *n) {
    bool news = false;
    for (uint8_t pair = 0; n && pair < 2; pair++) {
      char *check = split(n), *next = split(check);
      if (!check || !isNumber(n) || !isHex(check, 8, 8)) complain("fields", "A");
      else news |= deliver(strtoul(n, nullptr, 10), check);
      n = next;
    }
    unsigned long now = millis(), waited = now - offered_;
    unsigned long left = waited < pause_ ? min(pause_ - waited, 1000UL) : 0;
    pause_ = 1000;
    offered_ = now - (news ? pause_ : pause_ - left);
  }

  bool deliver(uint32_t n, const char *check) {
    Result r;
    char known[9];
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
      if (journal_.number(slot) != n || !journal_.read(slot, r)) continue;
      appendHex(known, r.check, 8);
      if (strcmp(check, known) != 0) continue;
      bool news = !journal_.marked(slot) || resend_[slot];
      journal_.mark(slot);
      resend_[slot] = false;
      return news;
    }
    return false;
  }

  // ---- sending ---------------------------------------------------------------------------
  void hello(const char *nonce) {
    char body[80];
    char *to = append(body, ADDRESS ",h,1,");
    to = append(append(to, journal_.serial), "," FIRMWARE ",,");
    append(to, nonce);
    send(body);
    standing();
  }

  // s,low,high,first of this event,unsent,section,table,config revision,battery mV
  void standing() {
    char body[80];
    char *to = append(body, ADDRESS ",s,");
    to = append(appendNumber(to, journal_.low()), ',');
    to = append(appendNumber(to, journal_.high()), ",0,");
    to = append(appendNumber(to, journal_.unsent()), ',');
    to = append(append(to, journal_.section), ',');
    append(appendNumber(to, journal_.table), ",0,0");
    send(body);
  }

  void poll() {
    char body[40];
    char *to = append(body, ADDRESS ",p,");
    to = append(appendNumber(to, journal_.high()), ',');
    append(appendNumber(to, journal_.unsent()), ",0");
    send(body);
  }

  void complain(const char *code, const char *text) {
    if (complained_ && millis() - complained_ < 1000) return;
    complained_ = millis() | 1;
    char body[60];
    append(append(append(append(body, ADDRESS ",E,"), code), ','), text);
    send(body);
  }

  // One record at a time: first what no host has acknowledged, oldest first, then the rest of
  // this run; again after 1 s, doubling to 8.
  void offer() {
    uint8_t slot = next();
    offered_ = millis();
    if (slot == SLOTS) { pause_ = 1000; return; }
    pause_ = firstTry_ == slot ? min(pause_ * 2, 8000UL) : 1000UL;
    firstTry_ = slot;
    Result r;
    journal_.read(slot, r);
    char body[96];
    char *to = append(body, ADDRESS ",");
    spell(r, to);
    to = append(to + strlen(to), ',');
    appendHex(to, r.check, 8);
    send(body);
  }

  uint8_t firstTry_ = SLOTS;

  uint8_t next() const {
    uint8_t best = SLOTS;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
      if (!journal_.number(slot) || (journal_.marked(slot) && !resend_[slot])) continue;
      if (best == SLOTS || earlier(slot, best)) best = slot;
    }
    return best;
  }

  bool earlier(uint8_t slot, uint8_t than) const {
    if (journal_.marked(slot) != journal_.marked(than)) return !journal_.marked(slot);
    return journal_.number(slot) < journal_.number(than);
  }

  void send(const char *body) {
    char check[5];
    appendHex(check, crc16(body, body + strlen(body)), 4);
    if (millis() - sent_ >= 1000 || !sent_) Serial.write('\n');
    Serial.write('$');
    Serial.print(body);
    Serial.write('*');
    Serial.print(check);
    Serial.write('\n');
    sent_ = millis() | 1;
  }

  static uint16_t crc16(const char *from, const char *to) {
    uint16_t crc = 0xFFFF;
    while (from < to) crc = _crc_xmodem_update(crc, *from++);
    return crc;
  }

  // Decimal without leading zeros, 1 to 999999999.
  static bool isNumber(const char *text) {
    uint8_t length = strlen(text);
    for (uint8_t i = 0; i < length; i++) if (!isDigit(text[i])) return false;
    return length >= 1 && length <= 9 && text[0] != '0';
  }

  // Upper-case hex of that many digits.
  static bool isHex(const char *text, uint8_t least, uint8_t most) {
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
      if (!isDigit(text[i]) && (text[i] < 'A' || text[i] > 'F')) return false;
    return length >= least && length <= most;
  }

  // Cut a list of fields at its first comma; returns what follows, or null.
  static char *split(char *fields) {
    char *comma = fields ? strchr(fields, ',') : nullptr;
    if (!comma) return nullptr;
    *comma = 0;
    return comma + 1;
  }
};
