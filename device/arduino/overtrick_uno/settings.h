// What is fixed at compile time: pins, sizes, the box's name for itself.
#pragma once
#include <stdint.h>

const uint8_t ROW_PINS[4] = {2, 3, 4, 5};        // keypad rows, driven low one at a time
const uint8_t COLUMN_PINS[4] = {14, 15, 16, 17}; // A0..A3, pulled up
const char KEYS[17] = "123A456B789C*0#D";

const uint8_t LCD_RS = 12, LCD_E = 11;
const uint8_t LCD_DATA[4] = {6, 7, 8, 9};        // D4..D7; RW is wired to ground

const long BAUD = 115200;
#define FIRMWARE "uno-1"
#define ADDRESS "01"
