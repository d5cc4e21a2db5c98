/*
 * The core on a computer: events of a board as lines on standard input, what it does as lines on standard output, each
 * event ended by a line with a dot. So it runs as a device of the simulator and of tests. Times in milliseconds.
 *
 *   begin FIRST_OUTPUT POLICY ROSSO_AFTER_S REPORT_MS FLOAT_LAMP FLOAT_MS SLOT0 SLOT1 NOW    (slots in hexadecimal)
 *   link NOW | lost NOW | set CHANNEL PAYLOAD NOW | float 0|1 NOW | tick NOW
 *   write LAMP 0|1 | unlinked 0|1 | store SLOT RECORD | publish CHANNEL RETAINED PAYLOAD
 */
#include <stdio.h>
#include <string.h>

#include "../signal.h"

#define LINE 256

static bool lit[SIGNAL_LAMPS];

static void host_write(void *context, signal_lamp lamp, bool on) {
  (void)context;
  lit[lamp] = on;
  printf("write %d %d\n", (int)lamp, on ? 1 : 0);
}

static bool host_read(void *context, signal_lamp lamp) {
  (void)context;
  return lit[lamp];
}

static void host_say(void *context, bool on) {
  (void)context;
  printf("unlinked %d\n", on ? 1 : 0);
}

static void host_store(void *context, int slot, const uint8_t record[SIGNAL_RECORD_BYTES]) {
  (void)context;
  printf("store %d ", slot);
  for (int at = 0; at < SIGNAL_RECORD_BYTES; at++) printf("%02x", record[at]);
  printf("\n");
}

static void host_publish(void *context, const char *channel, const char *payload, bool retained) {
  (void)context;
  printf("publish %s %d %s\n", channel, retained ? 1 : 0, payload);
}

static const signal_board BOARD = {NULL, host_write, host_read, host_say, host_store, host_publish};

static void read_slot(const char *text, uint8_t slot[SIGNAL_RECORD_BYTES]) {
  memset(slot, 0, SIGNAL_RECORD_BYTES);
  for (int at = 0; at < SIGNAL_RECORD_BYTES; at++) {
    unsigned byte;
    if (sscanf(text + 2 * at, "%2x", &byte) != 1) return;
    slot[at] = (uint8_t)byte;
  }
}

static bool begin(signal_core *core, const char *line) {
  signal_config config = {0};
  uint8_t slots[SIGNAL_SLOTS][SIGNAL_RECORD_BYTES];
  char texts[SIGNAL_SLOTS][LINE];
  int policy, float_lamp;
  uint32_t now;
  int read = sscanf(line, "begin %d %d %u %u %d %u %255s %255s %u", &config.first_output, &policy,
                    &config.rosso_after_s, &config.report_every_ms, &float_lamp, &config.float_for_ms, texts[0],
                    texts[1], &now);
  if (read != 9 || policy < 0 || policy > SIGNAL_ROSSO_AFTER || float_lamp >= SIGNAL_LAMPS) return false;
  config.policy = (signal_policy)policy;
  config.float_lamp = (signal_lamp)float_lamp;
  for (int slot = 0; slot < SIGNAL_SLOTS; slot++) read_slot(texts[slot], slots[slot]);
  memset(lit, 0, sizeof lit);
  signal_begin(core, &config, &BOARD, (const uint8_t(*)[SIGNAL_RECORD_BYTES])slots, now);
  return true;
}

static bool happen(signal_core *core, const char *line) {
  char channel[LINE], payload[LINE];
  uint32_t now;
  int up;
  if (sscanf(line, "tick %u", &now) == 1) signal_tick(core, now);
  else if (sscanf(line, "link %u", &now) == 1) signal_linked(core, now);
  else if (sscanf(line, "lost %u", &now) == 1) signal_lost(core, now);
  else if (sscanf(line, "float %d %u", &up, &now) == 2) signal_float(core, up != 0, now);
  else if (sscanf(line, "set %255s %255s %u", channel, payload, &now) == 3) signal_command(core, channel, payload, now);
  else return begin(core, line);
  return true;
}

int main(void) {
  static signal_core core;
  char line[LINE];
  while (fgets(line, sizeof line, stdin)) {
    if (!happen(&core, line)) {
      fprintf(stderr, "not understood: %s", line);
      return 2;
    }
    printf(".\n");
    fflush(stdout);
  }
  return 0;
}
