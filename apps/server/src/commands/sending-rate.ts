import type { MonotonicClock } from '../platform/clock.ts';
import { type AcceptedCommand, isLarge, type TrackedDelivery } from './tracked-delivery.ts';

/** What a server is believed to send before it was measured: less than the slowest machine on which it was. */
const UNMEASURED_PER_SECOND = 500;
/** A rate is one only of so many devices. */
const MEASURED_FROM = 500;

/** How many devices this server hands to its broker in a second, by what the last large command took. */
export type SendingRate = {
  /** How long it would take to hand over a command to so many devices, in milliseconds. */
  estimateMs: (devices: number) => number;
  /** A delivery was handed over. */
  handedOver: (delivery: TrackedDelivery) => void;
};

export function createSendingRate(clock: MonotonicClock): SendingRate {
  let perSecond = UNMEASURED_PER_SECOND;
  let last: { command: AcceptedCommand; atMs: number; count: number } | undefined;
  return {
    estimateMs: (devices) => (devices / perSecond) * 1000,
    handedOver: ({ command }) => {
      if (!isLarge(command)) return;
      const atMs = clock.elapsedMs();
      if (last?.command !== command) last = { command, atMs, count: 0 };
      last.count += 1;
      if (last.count % MEASURED_FROM === 0) perSecond = (last.count * 1000) / Math.max(1, atMs - last.atMs);
    },
  };
}
