// A 16x2 character LCD (HD44780) on four data lines, write only: waits instead of asking BUSY.
#pragma once
#include <Arduino.h>
#include "settings.h"

class Lcd {
 public:
  void begin() {
    pinMode(LCD_RS, OUTPUT);
    pinMode(LCD_E, OUTPUT);
    for (uint8_t i = 0; i < 4; i++) pinMode(LCD_DATA[i], OUTPUT);
    delay(50);  // HD44780U data sheet, figure 24: initializing by instruction
    digitalWrite(LCD_RS, LOW);
    nibble(3); delay(5);
    nibble(3); delayMicroseconds(150);
    nibble(3); delayMicroseconds(150);
    nibble(2); delayMicroseconds(50);
    command(0x28);  // 4 bits, two lines, 5x8 dots
    command(0x08);
    command(0x01); delay(2);
    command(0x06);
    command(0x0C);
  }

  // Show two lines; only the cells that differ are written.
  void show(const char *top, const char *bottom) {
    line(0, top);
    line(1, bottom);
  }

 private:
  char shown_[2][16] = {{0}};

  void line(uint8_t row, const char *text) {
    bool ended = false, in_place = false;
    for (uint8_t column = 0; column < 16; column++) {
      ended = ended || !text[column];
      char c = ended ? ' ' : text[column];
      if (shown_[row][column] == c) { in_place = false; continue; }
      if (!in_place) command(0x80 | (row ? 0x40 : 0) | column);
      data(c);
      shown_[row][column] = c;
      in_place = true;
    }
  }

  void command(uint8_t value) { digitalWrite(LCD_RS, LOW); byteOut(value); }
  void data(uint8_t value) { digitalWrite(LCD_RS, HIGH); byteOut(value); }
  void byteOut(uint8_t value) { nibble(value >> 4); nibble(value & 15); delayMicroseconds(45); }

  void nibble(uint8_t value) {
    for (uint8_t i = 0; i < 4; i++) digitalWrite(LCD_DATA[i], (value >> i) & 1);
    digitalWrite(LCD_E, HIGH);
    delayMicroseconds(1);
    digitalWrite(LCD_E, LOW);
    delayMicroseconds(1);
  }
};
