import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { Announce, NotifiedRepository } from './notified.repository.ts';

/** A shorter outage is not worth a notice. */
const OUTAGE_AFTER_MS = 60_000;
const CHECK_AFTER_MS = 100;

/** `since` (epoch ms) is when `connected` last changed; `reason` is Italian, null while connected. */
export type BrokerState = { connected: boolean; since: number; reason: string | null };

/** Notifies linked chats once that the broker has been unreachable for a minute, and once that it is back. */
export function createBrokerOutage(options: {
  brokerState: () => BrokerState;
  notified: Pick<NotifiedRepository, 'findOutage'>;
  announce: Announce;
  /** Of several servers on one database, one notifies what all of them observe. */
  isLeader: () => boolean;
  clock: Clock;
  logger: Logger;
  outageAfterMs?: number | undefined;
}) {
  const { announce, clock, outageAfterMs = OUTAGE_AFTER_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let isLong = false;

  const checking = createDebouncedJob({
    name: 'broker-outage',
    delayMs: CHECK_AFTER_MS,
    logger: options.logger,
    work: async () => {
      if (!options.isLeader()) return;
      const notifiedSince = await options.notified.findOutage();
      const { connected, since, reason } = options.brokerState();
      if (connected && notifiedSince !== undefined) {
        // Another server notified the outage, and this one may never have lost the broker: then its `since` is
        // older than the outage.
        const backAt = since > notifiedSince ? since : clock.now();
        const facts = { since: notifiedSince, backAt };
        const key = `outage-end:${notifiedSince}`;
        await announce({ audience: { to: 'chats' }, key, kind: 'broker-back', facts }, { outage: null });
      } else if (!connected && isLong && notifiedSince === undefined) {
        const facts = { since, reason };
        await announce(
          { audience: { to: 'chats' }, key: `outage:${since}`, kind: 'broker-away', facts },
          { outage: since },
        );
      }
    },
  });

  return {
    /** This server is the leader from now on: it continues from what was notified, by any server. */
    onElected: checking.request,
    /** To be called at the start and whenever the link comes or goes. */
    note: ({ connected, since }: BrokerState) => {
      clearTimeout(timer);
      isLong = false;
      if (connected) return checking.request();
      timer = setTimeout(
        () => {
          isLong = true;
          checking.request();
        },
        Math.max(0, since + outageAfterMs - clock.now()),
      );
    },
    stop: () => {
      clearTimeout(timer);
      return checking.stop();
    },
  };
}
