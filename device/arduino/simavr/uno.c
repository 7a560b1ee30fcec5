/* uno: an Arduino Uno with a 4x4 keypad, a 16x2 LCD and a USB port, run by simavr.
 *
 *   uno FIRMWARE.elf EEPROM.bin PORT [speed]
 *
 * The EEPROM lives in the file as the program writes it: killing this process is a power cut.
 * PORT becomes a symbolic link to the pseudo terminal of the UART. Virtual time follows real
 * time times `speed` (default 1); with 0 it stands still except for the command `run`.
 *
 * Commands, a line each on standard input; each is answered by one line:
 *   down K | up K     close or open the contact of key K          -> ok
 *   lcd               the two lines of the glass                  -> lcd |....|....|
 *   run MS            run for that many virtual milliseconds      -> ok
 *   unplug | plug     pull the USB cable, put it back             -> ok
 *   reset             press RESET                                 -> ok
 *   quit
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_uart.h"
#include "parts/hd44780.h"
#include "sim_avr.h"
#include "sim_elf.h"

enum { ROWS = 4, COLUMNS = 4, EEPROM_BYTES = 1024 };

static FILE *answers; /* the library prints to standard output too: that goes to /dev/null */
static const char KEYS[] = "123A456B789C*0#D";
static avr_t *avr;
static hd44780_t lcd;
static int closed[ROWS][COLUMNS];
static int master = -1, slave = -1, xon = 1;
static const char *port_link;
static unsigned char waiting[65536];
static size_t waiting_from, waiting_to;

static void fail(const char *what) {
  fprintf(stderr, "uno: %s: %s\n", what, strerror(errno));
  exit(1);
}

/* ---- the keypad: a row that is driven low pulls down the columns of its closed crossings ---- */

static uint8_t row_direction, row_level; /* DDRD and PORTD */

static void update_columns(void) {
  for (int column = 0; column < COLUMNS; column++) {
    int level = 1; /* pulled up */
    for (int row = 0; row < ROWS; row++) {
      int bit = 1 << (2 + row);
      if (closed[row][column] && (row_direction & bit) && !(row_level & bit)) level = 0;
    }
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), column), level);
  }
}

/* simavr raises these before it writes the register: the value to believe is the one passed. */
static void direction_changed(avr_irq_t *irq, uint32_t value, void *param) {
  row_direction = value;
  update_columns();
}

static void level_changed(avr_irq_t *irq, uint32_t value, void *param) {
  row_level = value;
  update_columns();
}

static void wire_keypad(void) {
  /* The rows are the pins of INT0 and INT1, which the sketch does not use. Without this simavr
     looks at a low row in every cycle, and runs four times slower. */
  avr_extint_set_strict_lvl_trig(avr, 0, 0);
  avr_extint_set_strict_lvl_trig(avr, 1, 0);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_DIRECTION_ALL),
                          direction_changed, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_REG_PORT),
                          level_changed, NULL);
  update_columns();
}

/* ---- the LCD: RS on 12 (PB4), E on 11 (PB3), D4..D7 on 6 to 9 (PD6, PD7, PB0, PB1) ---- */

static void wire_lcd(void) {
  static const struct { char port; int pin, line; } wires[] = {
      {'D', 6, IRQ_HD44780_D4}, {'D', 7, IRQ_HD44780_D5}, {'B', 0, IRQ_HD44780_D6},
      {'B', 1, IRQ_HD44780_D7}, {'B', 4, IRQ_HD44780_RS}, {'B', 3, IRQ_HD44780_E}};
  hd44780_init(avr, &lcd, 16, 2);
  for (size_t i = 0; i < sizeof wires / sizeof *wires; i++)
    avr_connect_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(wires[i].port), wires[i].pin),
                    lcd.irq + wires[i].line);
}

static void print_lcd(void) {
  fprintf(answers, "lcd |");
  for (int row = 0; row < 2; row++) {
    for (int column = 0; column < 16; column++) {
      unsigned char c = lcd.vram[(row ? 0x40 : 0) + column];
      fputc(c >= 0x20 && c < 0x7F ? c : '?', answers);
    }
    fputc('|', answers);
  }
  fputc('\n', answers);
}

/* ---- the UART on a pseudo terminal ---- */

static void plug(void) {
  struct termios raw;
  if (openpty(&master, &slave, NULL, NULL, NULL) < 0) fail("openpty");
  tcgetattr(slave, &raw);
  cfmakeraw(&raw);
  tcsetattr(slave, TCSANOW, &raw);
  fcntl(master, F_SETFL, O_NONBLOCK);
  unlink(port_link);
  if (symlink(ttyname(slave), port_link) < 0) fail(port_link);
}

static void unplug(void) {
  unlink(port_link);
  close(slave);
  close(master);
  master = slave = -1;
  waiting_from = waiting_to = 0;
}

static void uart_out(avr_irq_t *irq, uint32_t value, void *param) {
  unsigned char byte = value;
  if (master >= 0 && write(master, &byte, 1) < 0 && errno != EAGAIN) { /* nobody listens */ }
}

static void uart_xon(avr_irq_t *irq, uint32_t value, void *param) { xon = 1; }
static void uart_xoff(avr_irq_t *irq, uint32_t value, void *param) { xon = 0; }

static void wire_uart(void) {
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POOL_SLEEP);
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_out, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), uart_xon, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), uart_xoff, NULL);
}

/* One byte a call, so that bytes come no faster than the wire carries them. */
static void uart_in(void) {
  if (waiting_from == waiting_to && master >= 0) {
    ssize_t got = read(master, waiting, sizeof waiting);
    waiting_from = 0;
    waiting_to = got > 0 ? got : 0;
  }
  if (waiting_from < waiting_to && xon)
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), waiting[waiting_from++]);
}

/* ---- the EEPROM in a file ---- */

static void wire_eeprom(const char *path) {
  int file = open(path, O_RDWR | O_CREAT, 0666);
  if (file < 0) fail(path);
  off_t size = lseek(file, 0, SEEK_END);
  unsigned char blank[EEPROM_BYTES];
  memset(blank, 0xFF, sizeof blank);
  if (size < EEPROM_BYTES && pwrite(file, blank, EEPROM_BYTES - size, size) < 0) fail(path);
  unsigned char *bytes = mmap(NULL, EEPROM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (bytes == MAP_FAILED) fail(path);
  for (avr_io_t *io = avr->io_port; io; io = io->next)
    if (io->kind && !strcmp(io->kind, "eeprom")) {
      ((avr_eeprom_t *)io)->eeprom = bytes;
      return;
    }
  fprintf(stderr, "uno: this simavr has no EEPROM\n");
  exit(1);
}

/* ---- running ---- */

static const avr_cycle_count_t CYCLES_PER_BYTE = 16000000 / 11520;

static void run_cycles(avr_cycle_count_t cycles) {
  avr_cycle_count_t end = avr->cycle + cycles, next_byte = avr->cycle;
  while (avr->cycle < end) {
    if (avr->cycle >= next_byte) {
      uart_in();
      next_byte = avr->cycle + CYCLES_PER_BYTE;
    }
    int state = avr_run(avr);
    if (state == cpu_Done || state == cpu_Crashed) {
      fprintf(stderr, "uno: the program has crashed\n");
      exit(1);
    }
  }
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void key(const char *name, int down) {
  const char *at = name[0] ? strchr(KEYS, name[0]) : NULL;
  if (!at) { fprintf(answers, "error no such key\n"); return; }
  closed[(at - KEYS) / COLUMNS][(at - KEYS) % COLUMNS] = down;
  update_columns();
  fprintf(answers, "ok\n");
}

static void command(char *line) {
  line[strcspn(line, "\r\n")] = 0;
  if (!strncmp(line, "down ", 5)) key(line + 5, 1);
  else if (!strncmp(line, "up ", 3)) key(line + 3, 0);
  else if (!strcmp(line, "lcd")) print_lcd();
  else if (!strncmp(line, "run ", 4)) { run_cycles(atol(line + 4) * 16000ULL); fprintf(answers, "ok\n"); }
  else if (!strcmp(line, "unplug")) { if (master >= 0) unplug(); fprintf(answers, "ok\n"); }
  else if (!strcmp(line, "plug")) { if (master < 0) plug(); fprintf(answers, "ok\n"); }
  else if (!strcmp(line, "reset")) { avr_reset(avr); row_direction = row_level = 0; update_columns(); fprintf(answers, "ok\n"); }
  else if (!strcmp(line, "quit")) { unlink(port_link); exit(0); }
  else fprintf(answers, "error no such command\n");
  fflush(answers);
}

/* Time is kept in main's loop, not by sleeping inside avr_run. */
static void no_sleep(avr_t *a, avr_cycle_count_t cycles) {}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: uno FIRMWARE.elf EEPROM.bin PORT [speed]\n");
    return 2;
  }
  answers = fdopen(dup(1), "w");
  if (!answers || !freopen("/dev/null", "w", stdout)) fail("standard output");
  double speed = argc > 4 ? atof(argv[4]) : 1;
  elf_firmware_t firmware;
  memset(&firmware, 0, sizeof firmware);
  if (elf_read_firmware(argv[1], &firmware)) fail(argv[1]);
  avr = avr_make_mcu_by_name("atmega328p");
  avr_init(avr);
  avr->frequency = 16000000;
  avr->sleep = no_sleep;
  avr->log = LOG_ERROR;
  avr_load_firmware(avr, &firmware);
  avr->frequency = 16000000;
  port_link = argv[3];
  signal(SIGPIPE, SIG_IGN);
  wire_eeprom(argv[2]);
  wire_lcd();
  wire_keypad();
  wire_uart();
  plug();
  fprintf(answers, "ready\n");
  fflush(answers);

  double started = seconds();
  avr_cycle_count_t base = avr->cycle;
  char line[128];
  size_t have = 0;
  for (;;) {
    struct pollfd in = {0, POLLIN, 0};
    int early = (avr->cycle - base) / 16e6 > (seconds() - started) * speed;
    int wait = speed <= 0 ? -1 : early ? 1 : 0;
    if (poll(&in, 1, wait) > 0) {
      char c;
      if (read(0, &c, 1) != 1) break;
      if (have < sizeof line - 1) line[have++] = c;
      if (c == '\n') { line[have] = 0; command(line); have = 0; }
      continue;
    }
    if (!wait) run_cycles(16000); /* a millisecond */
  }
  unlink(port_link);
  return 0;
}
