#include "signal.h"

#include <string.h>

#define MARK 0x53u /* 'S' */
#define CHECKED (SIGNAL_RECORD_BYTES - 4)

/* Times go round after 49 days: only differences count. */
static bool passed(uint32_t since, uint32_t now, uint32_t ms) { return (uint32_t)(now - since) >= ms; }

/* CRC-32 (ISO 3309): of a write that was cut short one in four thousand million adds up. */
static uint32_t check_of(const uint8_t record[SIGNAL_RECORD_BYTES]) {
  uint32_t crc = 0xffffffffu;
  for (int at = 0; at < CHECKED; at++) {
    crc ^= record[at];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1u ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

static void put(uint8_t *bytes, uint32_t number) {
  for (int at = 0; at < 4; at++) bytes[at] = (uint8_t)(number >> (8 * at));
}

static uint32_t get(const uint8_t *bytes) {
  uint32_t number = 0;
  for (int at = 0; at < 4; at++) number |= (uint32_t)bytes[at] << (8 * at);
  return number;
}

/* A record: mark, lamp, sequence, check. */
static void make_record(uint8_t record[SIGNAL_RECORD_BYTES], signal_lamp lamp, uint32_t sequence) {
  record[0] = MARK;
  record[1] = (uint8_t)(lamp + 1);
  put(record + 2, sequence);
  put(record + CHECKED, check_of(record));
}

static bool read_record(const uint8_t record[SIGNAL_RECORD_BYTES], signal_lamp *lamp, uint32_t *sequence) {
  if (record[0] != MARK || record[1] > SIGNAL_LAMPS || get(record + CHECKED) != check_of(record)) return false;
  *lamp = (signal_lamp)(record[1] - 1);
  *sequence = get(record + 2);
  return true;
}

signal_lamp signal_stored(const uint8_t slots[SIGNAL_SLOTS][SIGNAL_RECORD_BYTES], uint32_t *sequence) {
  signal_lamp newest = SIGNAL_DARK;
  bool found = false;
  *sequence = 0;
  for (int slot = 0; slot < SIGNAL_SLOTS; slot++) {
    signal_lamp lamp;
    uint32_t number;
    if (!read_record(slots[slot], &lamp, &number)) continue;
    if (found && (int32_t)(number - *sequence) < 0) continue;
    newest = lamp;
    *sequence = number;
    found = true;
  }
  return newest;
}

/* Flash wears out by being written: only another lamp is written, in turn to both places. */
static void remember(signal_core *core, signal_lamp lamp) {
  uint8_t record[SIGNAL_RECORD_BYTES];
  if (lamp == core->told) return;
  core->told = lamp;
  core->sequence++;
  make_record(record, lamp, core->sequence);
  core->board.store(core->board.context, (int)(core->sequence % SIGNAL_SLOTS), record);
}

static void report(signal_core *core, signal_lamp lamp) {
  char channel[] = "out0";
  channel[3] = (char)('0' + core->config.first_output + (int)lamp);
  core->board.publish(core->board.context, channel, core->board.read(core->board.context, lamp) ? "1" : "0",
                      false);
}

static void report_all(signal_core *core, uint32_t now) {
  core->reported_at = now;
  for (int lamp = 0; lamp < SIGNAL_LAMPS; lamp++) report(core, (signal_lamp)lamp);
}

/* All lamps but the one that was told go out. */
static void darken_others(signal_core *core, bool reports) {
  core->overlapping = false;
  for (int lamp = 0; lamp < SIGNAL_LAMPS; lamp++) {
    if (lamp == (int)core->told || !core->board.read(core->board.context, (signal_lamp)lamp)) continue;
    core->board.write(core->board.context, (signal_lamp)lamp, false);
    if (reports && core->linked) report(core, (signal_lamp)lamp);
  }
}

/* It is remembered before it is lit: what people have seen outlasts a cut. */
static void light(signal_core *core, signal_lamp lamp, uint32_t now) {
  /* A third lamp waits for no overlap: the second one goes out at once. */
  if (core->overlapping) darken_others(core, true);
  remember(core, lamp);
  core->board.write(core->board.context, lamp, true);
  core->overlapping = true;
  core->overlap_at = now;
}

static void write_policy(const signal_core *core, char text[24]) {
  static const char *const words[] = {"keep", "keep-and-say", "rosso-after "};
  char digits[10];
  int count = 0;
  strcpy(text, words[core->config.policy]);
  if (core->config.policy != SIGNAL_ROSSO_AFTER) return;
  for (uint32_t rest = core->config.rosso_after_s; rest > 0 || count == 0; rest /= 10)
    digits[count++] = (char)('0' + rest % 10);
  size_t at = strlen(text);
  while (count > 0) text[at++] = digits[--count];
  text[at] = '\0';
}

static void say_link(const signal_core *core) {
  if (core->config.policy == SIGNAL_KEEP_AND_SAY && core->board.say_unlinked)
    core->board.say_unlinked(core->board.context, !core->linked);
}

void signal_begin(signal_core *core, const signal_config *config, const signal_board *board,
                  const uint8_t slots[SIGNAL_SLOTS][SIGNAL_RECORD_BYTES], uint32_t now) {
  memset(core, 0, sizeof *core);
  core->config = *config;
  core->board = *board;
  core->told = signal_stored(slots, &core->sequence);
  core->lost_at = now;
  for (int lamp = 0; lamp < SIGNAL_LAMPS; lamp++)
    if (lamp != (int)core->told) core->board.write(core->board.context, (signal_lamp)lamp, false);
  if (core->told != SIGNAL_DARK) core->board.write(core->board.context, core->told, true);
  say_link(core);
}

void signal_linked(signal_core *core, uint32_t now) {
  char policy[24];
  core->linked = true;
  core->rosso_lit = false;
  say_link(core);
  core->board.publish(core->board.context, "status", "online", true);
  write_policy(core, policy);
  core->board.publish(core->board.context, "policy", policy, false);
  report_all(core, now);
}

void signal_lost(signal_core *core, uint32_t now) {
  if (!core->linked) return;
  core->linked = false;
  core->lost_at = now;
  say_link(core);
}

bool signal_command(signal_core *core, const char *channel, const char *payload, uint32_t now) {
  if (strncmp(channel, "out", 3) != 0 || channel[3] < '0' || channel[3] > '9' || channel[4] != '\0') return false;
  int lamp = channel[3] - '0' - core->config.first_output;
  if (lamp < 0 || lamp >= SIGNAL_LAMPS) return false;
  if (strcmp(payload, "1") != 0 && strcmp(payload, "0") != 0) return false;
  if (payload[0] == '1') {
    core->float_holds = false;
    if ((signal_lamp)lamp != core->told || !core->board.read(core->board.context, (signal_lamp)lamp))
      light(core, (signal_lamp)lamp, now);
  } else if ((signal_lamp)lamp != core->told || !core->float_holds) {
    /* What the float lit in the middle of a command is not what that command puts out. */
    if ((signal_lamp)lamp == core->told) remember(core, SIGNAL_DARK);
    core->board.write(core->board.context, (signal_lamp)lamp, false);
  }
  if (core->linked) report(core, (signal_lamp)lamp);
  return true;
}

void signal_float(signal_core *core, bool up, uint32_t now) {
  if (up != core->float_up) core->float_at = now;
  core->float_up = up;
  if (!up) core->float_done = core->float_holds = false;
}

/* A float lights its lamp once for each time that it is up: a person who lowers it then has seen the water. */
static void obey_float(signal_core *core, uint32_t now) {
  signal_lamp lamp = core->config.float_lamp;
  bool is_due = core->float_up && !core->float_done && passed(core->float_at, now, core->config.float_for_ms);
  if (lamp == SIGNAL_DARK || !is_due) return;
  core->float_done = true;
  if (core->linked) core->board.publish(core->board.context, "local", "float", false);
  if (core->told >= lamp) return;
  core->float_holds = true;
  light(core, lamp, now);
  if (core->linked) report(core, lamp);
}

static void obey_policy(signal_core *core, uint32_t now) {
  if (core->linked || core->rosso_lit || core->config.policy != SIGNAL_ROSSO_AFTER) return;
  if (!passed(core->lost_at, now, core->config.rosso_after_s * 1000u)) return;
  core->rosso_lit = true;
  if (core->told != SIGNAL_ROSSO) light(core, SIGNAL_ROSSO, now);
}

void signal_tick(signal_core *core, uint32_t now) {
  if (core->overlapping && passed(core->overlap_at, now, SIGNAL_OVERLAP_MS)) darken_others(core, true);
  obey_float(core, now);
  obey_policy(core, now);
  if (core->linked && passed(core->reported_at, now, core->config.report_every_ms)) report_all(core, now);
}
