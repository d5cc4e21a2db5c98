/*
 * The core of a signal with four lamps: what it does with commands, cuts of the link and of the power, and a float of
 * its own (docs/protocol.md#reference-device). Portable C99: no heap, no clock, no I/O, no dependency. A board gives it
 * the time in milliseconds and does what it says.
 *
 * Promises, each checked by test/cuts.c:
 * - two lamps are never lit for longer than SIGNAL_OVERLAP_MS;
 * - it never lights a milder lamp than it was told last, and verde never of its own accord;
 * - what it was told outlasts any cut of the power, also one in the middle of a write;
 * - with SIGNAL_KEEP_AND_SAY the fifth lamp is lit from its start until it is linked, and after each loss of the link.
 */
#ifndef SEMAFORO_SIGNAL_H
#define SEMAFORO_SIGNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIGNAL_LAMPS 4
/* The new lamp is lit before the old one goes out, so that a cut in between leaves the new one. */
#define SIGNAL_OVERLAP_MS 100u
#define SIGNAL_RECORD_BYTES 10
#define SIGNAL_SLOTS 2

typedef enum {
  SIGNAL_DARK = -1,
  SIGNAL_VERDE = 0,
  SIGNAL_GIALLO = 1,
  SIGNAL_ARANCIO = 2,
  SIGNAL_ROSSO = 3
} signal_lamp;

/* What it does while it hears nothing from the broker. */
typedef enum { SIGNAL_KEEP, SIGNAL_KEEP_AND_SAY, SIGNAL_ROSSO_AFTER } signal_policy;

typedef struct {
  /* The number of verde's output: 1 under /3/, 2 elsewhere. */
  int first_output;
  signal_policy policy;
  /* For SIGNAL_ROSSO_AFTER: how long without a link, in seconds. */
  uint32_t rosso_after_s;
  uint32_t report_every_ms;
  /* What a float that is up lights by itself; SIGNAL_DARK: nothing. It has to be up for so long. */
  signal_lamp float_lamp;
  uint32_t float_for_ms;
} signal_config;

/* What a board does for it. `context` is the board's own. */
typedef struct {
  void *context;
  void (*write)(void *context, signal_lamp lamp, bool on);
  /* What the output really has: a relay that is read back, or the current of the lamp. */
  bool (*read)(void *context, signal_lamp lamp);
  /* The fifth lamp, 'non collegato'; NULL: there is none. */
  void (*say_unlinked)(void *context, bool on);
  /* Writes a record to one of two places that outlast a cut of the power. Back only once it is written. */
  void (*store)(void *context, int slot, const uint8_t record[SIGNAL_RECORD_BYTES]);
  /* Publishes with QoS 1 under the key of the device. */
  void (*publish)(void *context, const char *channel, const char *payload, bool retained);
} signal_board;

typedef struct {
  signal_config config;
  signal_board board;
  signal_lamp told;
  uint32_t sequence;
  bool linked;
  uint32_t lost_at;
  bool rosso_lit;
  uint32_t reported_at;
  bool overlapping;
  uint32_t overlap_at;
  bool float_up;
  bool float_done;
  /* The float lit what is lit, and no command for another lamp came since. */
  bool float_holds;
  uint32_t float_at;
} signal_core;

/* The lamp that two stored records say was told last; SIGNAL_DARK when neither is whole. */
signal_lamp signal_stored(const uint8_t slots[SIGNAL_SLOTS][SIGNAL_RECORD_BYTES], uint32_t *sequence);

/* The power is there: lights what was told last, before anything else. `slots` are as they were stored. */
void signal_begin(signal_core *core, const signal_config *config, const signal_board *board,
                  const uint8_t slots[SIGNAL_SLOTS][SIGNAL_RECORD_BYTES], uint32_t now_ms);

/* It is connected and subscribed: says that it is there, and all that it shows. */
void signal_linked(signal_core *core, uint32_t now_ms);

/* The broker is not heard any more. */
void signal_lost(signal_core *core, uint32_t now_ms);

/* A message on `<key>/out3/set`: channel `out3`. False for what is no command; nothing changes then. */
bool signal_command(signal_core *core, const char *channel, const char *payload, uint32_t now_ms);

/* The float, as the board reads it. */
void signal_float(signal_core *core, bool up, uint32_t now_ms);

/* Time has passed: to be called at least each 20 ms. */
void signal_tick(signal_core *core, uint32_t now_ms);

#endif
