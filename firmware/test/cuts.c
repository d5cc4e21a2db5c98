/*
 * Random commands, ticks and cuts of power, link and broker against the core: `cuts SEED COUNT`. Ends with one line of
 * what happened, and with status 1 at the first broken promise of signal.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../signal.h"

#define NO_CUT (-1)

/* The world outside of the core: what outlasts a cut of the power, and what people see. */
static struct {
  uint8_t slots[SIGNAL_SLOTS][SIGNAL_RECORD_BYTES];
  bool lit[SIGNAL_LAMPS];
  bool unlinked_lit;
  bool powered;
  bool linked;
  /* After so many more acts of the board its power fails, in the middle of what it does. */
  int cut_after;
  uint32_t now;
  uint32_t two_since;
  bool two;
  uint64_t random;
  signal_lamp told, former;
  bool told_certain;
} world;

static signal_core core;
static unsigned long power_cuts, link_cuts, commands, torn;

static uint32_t next_random(uint32_t below) {
  world.random ^= world.random << 13;
  world.random ^= world.random >> 7;
  world.random ^= world.random << 17;
  return (uint32_t)(world.random >> 33) % below;
}

static void fail(const char *promise) {
  printf("broken: %s (at %u ms, told %d, lit %d%d%d%d)\n", promise, world.now, world.told, world.lit[0],
         world.lit[1], world.lit[2], world.lit[3]);
  exit(1);
}

/* False once the power is gone: then nothing that the board does has an effect. */
static bool acts(void) {
  if (!world.powered) return false;
  if (world.cut_after == NO_CUT) return true;
  if (world.cut_after-- > 0) return true;
  world.powered = false;
  return false;
}

static void look(void) {
  int lit = 0;
  for (int lamp = 0; lamp < SIGNAL_LAMPS; lamp++) lit += world.lit[lamp] ? 1 : 0;
  if (lit < 2) world.two = false;
  else if (!world.two) {
    world.two = true;
    world.two_since = world.now;
  } else if (world.now - world.two_since > 200)
    fail("two lamps for over 200 ms");
}

static void board_write(void *context, signal_lamp lamp, bool on) {
  (void)context;
  if (!acts()) return;
  world.lit[lamp] = on;
  look();
}

static bool board_read(void *context, signal_lamp lamp) {
  (void)context;
  return world.lit[lamp];
}

static void board_store(void *context, int slot, const uint8_t record[SIGNAL_RECORD_BYTES]) {
  (void)context;
  bool was_powered = world.powered;
  bool whole = acts();
  if (was_powered && !whole && next_random(2) == 0) {
    /* The cut comes in the middle of the write: some bytes are new, one is neither. */
    size_t bytes = next_random(SIGNAL_RECORD_BYTES);
    memcpy(world.slots[slot], record, bytes);
    world.slots[slot][bytes] = (uint8_t)next_random(256);
    torn++;
  }
  if (whole) memcpy(world.slots[slot], record, SIGNAL_RECORD_BYTES);
}

static void board_publish(void *context, const char *channel, const char *payload, bool retained) {
  (void)context, (void)channel, (void)payload, (void)retained;
  (void)acts();
}

static void board_say(void *context, bool on) {
  (void)context;
  if (acts()) world.unlinked_lit = on;
}

static const signal_board BOARD = {NULL, board_write, board_read, board_say, board_store, board_publish};

static signal_config config = {.first_output = 1,
                               .rosso_after_s = 72 * 3600,
                               .report_every_ms = 60000,
                               .float_lamp = SIGNAL_ROSSO,
                               .float_for_ms = 2000};

static signal_lamp shown(void) {
  for (int lamp = SIGNAL_LAMPS - 1; lamp >= 0; lamp--)
    if (world.lit[lamp]) return (signal_lamp)lamp;
  return SIGNAL_DARK;
}

/* With power, and no change under way, it shows what it was told, or what a cut left of that. */
static void check_shown(void) {
  signal_lamp lamp = shown();
  bool says = config.policy == SIGNAL_KEEP_AND_SAY && !world.linked;
  if (world.unlinked_lit != says) fail("'non collegato' is lit while there is no link");
  if (lamp == world.told || (!world.told_certain && lamp == world.former)) return;
  if (lamp > world.told && lamp == SIGNAL_ROSSO) return; /* by its float */
  fail(lamp < world.told ? "milder than told" : "a lamp that was never told");
}

static void power_up(void) {
  memset(world.lit, 0, sizeof world.lit);
  world.unlinked_lit = world.linked = world.two = false;
  world.powered = true;
  world.cut_after = NO_CUT;
  config.policy = (signal_policy)next_random(SIGNAL_ROSSO_AFTER + 1);
  signal_begin(&core, &config, &BOARD, (const uint8_t(*)[SIGNAL_RECORD_BYTES])world.slots, world.now);
  check_shown();
  world.told = shown();
  world.told_certain = true;
}

static void link_up(void) {
  world.linked = true;
  signal_linked(&core, world.now);
}

static void link_down(void) {
  link_cuts++;
  world.linked = false;
  signal_lost(&core, world.now);
}

static void pass(uint32_t ms) {
  for (uint32_t past = 0; past < ms && world.powered; past += 20) {
    world.now += 20;
    signal_tick(&core, world.now);
    look();
  }
}

/* The console commands as writes: the new lamp, then the others, with the network's own pauses between them. */
static void command(void) {
  int lamp = (int)next_random(SIGNAL_LAMPS);
  char channel[] = "out1";
  commands++;
  world.former = core.told;
  world.told = (signal_lamp)lamp;
  world.told_certain = false;
  for (int at = 0; at < SIGNAL_LAMPS && world.powered; at++) {
    int output = at == 0 ? lamp : (at <= lamp ? at - 1 : at);
    channel[3] = (char)('1' + output);
    signal_command(&core, channel, at == 0 ? "1" : "0", world.now);
    if (at == 0 && world.powered) world.told_certain = true;
    /* Once in a while the others never arrive: the link is cut in between. */
    if (next_random(40) == 0) {
      link_down();
      break;
    }
    pass(next_random(3) == 0 ? next_random(2000) : 20);
  }
  pass(SIGNAL_OVERLAP_MS + 20);
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  world.random = strtoull(arguments[1], NULL, 10) * 2654435761u + 88172645463325252u;
  unsigned long rounds = strtoul(arguments[2], NULL, 10);
  world.told = SIGNAL_DARK;
  world.told_certain = true;
  power_up();
  while (power_cuts + link_cuts < rounds) {
    if (next_random(3) == 0) world.cut_after = (int)next_random(12);
    switch (next_random(5)) {
      case 0:
        link_down();
        break;
      case 1:
        link_up();
        break;
      case 2:
        signal_float(&core, next_random(8) == 0, world.now);
        pass(next_random(3000));
        break;
      default:
        command();
    }
    if (!world.powered) {
      power_cuts++;
      world.now += next_random(600000);
      power_up();
    } else {
      world.cut_after = NO_CUT;
      pass(SIGNAL_OVERLAP_MS + 20);
      check_shown();
      world.told = shown();
      world.told_certain = true;
    }
  }
  /* 72 hours alone, with the power cut now and then: rosso stays. */
  link_up();
  signal_command(&core, "out4", "1", world.now);
  world.told = SIGNAL_ROSSO;
  pass(200);
  link_down();
  for (int hour = 0; hour < 72; hour++) {
    for (int minute = 0; minute < 60; minute++) {
      world.now += 59000;
      pass(1000);
      if (shown() != SIGNAL_ROSSO) fail("rosso kept for 72 hours");
    }
    if (hour % 5 == 0) power_up();
  }
  printf("%lu commands, %lu cuts of the power (%lu in a write), %lu of the link: every promise kept\n", commands,
         power_cuts, torn, link_cuts);
  return 0;
}
