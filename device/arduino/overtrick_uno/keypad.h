// A 4x4 membrane keypad: scanned every 5 ms, a press counts once it has been stable for 15 ms.
// A membrane has no diodes, so more than one closed crossing is no key (it may be a ghost).
#pragma once
#include <Arduino.h>
#include "settings.h"

class Keypad {
 public:
  void begin() {
    for (uint8_t i = 0; i < 4; i++) {
      pinMode(ROW_PINS[i], INPUT);
      pinMode(COLUMN_PINS[i], INPUT_PULLUP);
    }
  }

  // The key that has just been pressed, or 0.
  char read() {
    unsigned long now = millis();
    if (now - scanned_ < 5) return 0;
    scanned_ = now;
    char key = scan();
    if (key != seen_) { seen_ = key; stable_ = 0; return 0; }
    if (stable_ < 3 && ++stable_ == 3 && key != held_) {
      held_ = key;
      return key;
    }
    return 0;
  }

 private:
  unsigned long scanned_ = 0;
  char seen_ = 0, held_ = 0;
  uint8_t stable_ = 0;

  static char scan() {
    char found = 0;
    uint8_t closed = 0;
    for (uint8_t row = 0; row < 4; row++) {
      pinMode(ROW_PINS[row], OUTPUT);
      digitalWrite(ROW_PINS[row], LOW);
      delayMicroseconds(5);
      for (uint8_t column = 0; column < 4; column++) {
        if (digitalRead(COLUMN_PINS[column]) == LOW) { found = KEYS[row * 4 + column]; closed++; }
      }
      pinMode(ROW_PINS[row], INPUT);
    }
    return closed == 1 ? found : 0;
  }
};
