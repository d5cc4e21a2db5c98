import type { RateLimit } from '@semaforo/contract/api/limits';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';

// What one client, one address and all of them together may take of the broker. Whatever a client does, the memory
// stays within a few tens of MB and the thread goes on serving the others.

/**
 * A report is at most 4 KiB (docs/protocol.md#topics). The rest is room for topic and header.
 */
export const MAX_PACKET_BYTES = 16 * 1024;
/** A Home Assistant subscribes to five hundred topics in one packet, each of up to some 100 bytes. */
export const MAX_WATCHER_PACKET_BYTES = 64 * 1024;
/** Username, password, client id and a last will of a few bytes; whoever sends it has not logged in yet. */
export const MAX_CONNECT_BYTES = 4096;
/** Longest of what devices say is a topic of some 200 characters: a key with six levels is none. */
export const MAX_TOPIC_LEVELS = 8;
export const CONNECT_TIMEOUT_MS = 10_000;
/** A client that does not read for so long is cut off: what waits for it is kept in memory. */
export const DRAIN_TIMEOUT_MS = 20_000;
/** A command is good for so long; one that a device has not acknowledged by then must not reach it any more. */
export const COMMAND_ACKNOWLEDGED_WITHIN_MS = CLICK_DEADLINE_MS;
/**
 * The longest keepalive that a client may ask for. A connection that died is noticed after one and a half times as
 * long.
 */
export const KEEPALIVE_LIMIT_S = 600;
/** Messages that are passed on at once. */
export const PACKETS_AT_ONCE = 1000;
/** Of messages with QoS 2 that are begun: a device uses none, a client library has some tens under way. */
export const MAX_INFLIGHT_QOS2 = 100;

/** A kept message is `online`, `offline` or a lamp's state. */
export const MAX_RETAINED_BYTES = 512;
/** Four outputs, three metrics in one or each alone, availability, and as much again. */
export const MAX_RETAINED_PER_KEY = 16;
/** One board, or a gateway of a whole Comune behind the shared log-in. */
export const MAX_RETAINED_PER_CLIENT = 5000;
/**
 * How many messages are kept, for so many known devices: availability, outputs and metrics of each; some 300 bytes of
 * memory each, beside what they say.
 */
export const mostRetained = (devices: number) => Math.max(50_000, 8 * devices);
/** Topic and payload of each are some 40 bytes; a few are longer. */
export const mostRetainedBytes = (devices: number) => 160 * mostRetained(devices);

/** The simulator's fleets ask for 200 at a time, a device for one. */
export const MAX_FILTERS_PER_SUBSCRIBE = 256;
/**
 * How many filters clients have together, for so many known devices: two connections of each, of which one may be
 * dead, with its four outputs one by one. Some 500 bytes of memory each.
 */
export const mostFilters = (devices: number) => Math.max(50_000, 8 * devices);

export const MAX_CONNECTIONS = 100_000;
/** The devices of many Comuni may come from one address, by a provider that translates addresses. */
export const MAX_CLIENTS_PER_ADDRESS = 10_000;
/** Of connections that have not logged in, up to MAX_CONNECT_BYTES of memory each: 2,000 devices return at once. */
export const MAX_UNAUTHENTICATED_PER_ADDRESS = 2000;
export const MAX_UNAUTHENTICATED = 4000;
/** So many of those places are for networks from which somebody has logged in before. */
export const KEPT_FOR_KNOWN_NETWORKS = 1000;
/** Networks of which that is remembered: the Comuni of Italy, twice. */
export const MAX_KNOWN_NETWORKS = 16_000;
/**
 * A device says who it is as soon as it is connected. Where half of the places are taken, who has said nothing for so
 * long makes room.
 */
export const REPORTS_WITHIN_MS = 2000;
/**
 * Two connections of a device, and what is left of two that broke. The oldest gives way: a device that has lost its
 * connection without knowing must get in again.
 */
export const MAX_CLIENTS_PER_LOGIN = 4;

/** Of one username from one address. A device that was not told its new password tries twice a minute. */
export const WRONG_LOG_INS: RateLimit = { points: 20, perMs: 60_000 };
/** Whoever tries more often is answered so late, unread. */
export const REFUSAL_DELAY_MS = 1000;

/** Each log-in that the console hears of is a row to be written. */
export const SEEN_AGAIN_AFTER_MS = 1000;

/** So much at once, and so much more each second. */
export type Allowance = { burst: number; perSecond: number };

/** How much a client may send: so many at once, then so many a second. What is more waits, and not for long. */
export type Pace = { messages: Allowance; bytes: Allowance };

/**
 * All connections of a log-in together. A board reports at most some ten messages at once, after a command or when it
 * connects.
 */
export const DEVICE_PACE: Pace = {
  messages: { burst: 200, perSecond: 50 },
  bytes: { burst: 256 * 1024, perSecond: 64 * 1024 },
};
/** Of one device. One that connects, fails and connects again does so at most a few times a second. */
export const LOG_INS: RateLimit = { points: 50, perMs: 5000 };
/** As old as a word may be that is heard as said now (docs/rules.md#said-now). */
export const HELD_BACK_AT_MOST_MS = 5000;
/** Behind the shared log-in there may be a gateway that speaks for a thousand boards. */
export const SHARED_PACE: Pace = {
  messages: { burst: 20_000, perSecond: 2000 },
  bytes: { burst: 4 * 1024 * 1024, perSecond: 512 * 1024 },
};
/** Filters of one client. */
export const MAX_FILTERS_OF_DEVICE = 32;
export const MAX_FILTERS_OF_SHARED = 20_000;
