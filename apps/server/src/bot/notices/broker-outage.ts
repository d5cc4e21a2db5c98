import { createDebouncedJob } from '../../platform/debounced-job.ts';
import type { NotifiedErrorsRepository } from '../outbox/notified-errors.repository.ts';
import type { NoticeDeps } from './notice-needs.ts';
import { noticesFor } from './notice-readers.ts';
import { backText, outageText } from './notice-texts.ts';

/** A shorter outage is not worth a notice. */
const OUTAGE_AFTER_MS = 60_000;
const CHECK_AFTER_MS = 100;

/** `since` (epoch ms) is when `connected` last changed; `reason` is Italian, null while connected. */
export type BrokerState = { connected: boolean; since: number; reason: string | null };

/** Notifies linked chats once that the broker has been unreachable for a minute, and once that it is back. */
export type BrokerOutage = {
  /** This server is the leader from now on: it continues from what was notified, by any server. */
  onElected: () => void;
  /** To be called at the start and whenever the link comes or goes. */
  note: (state: BrokerState) => void;
  stop: () => Promise<void>;
};

export function createBrokerOutage(
  options: NoticeDeps & {
    brokerState: () => BrokerState;
    notifiedErrors: Pick<NotifiedErrorsRepository, 'findOutage'>;
    outageAfterMs?: number;
  },
): BrokerOutage {
  const { clock, outageAfterMs = OUTAGE_AFTER_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let isLong = false;

  const put = async (key: string, text: string, outage: number | null) =>
    options.outbox.put(await noticesFor(options.linkedChats, key, () => text), { outage });

  const checking = createDebouncedJob({
    name: 'broker-outage',
    delayMs: CHECK_AFTER_MS,
    logger: options.logger,
    work: async () => {
      if (!options.isLeader()) return;
      const notifiedSince = await options.notifiedErrors.findOutage();
      const { connected, since, reason } = options.brokerState();
      if (connected && notifiedSince !== undefined) {
        // Another server notified the outage, and this one may never have lost the broker: then its `since` is
        // older than the outage.
        const backAt = since > notifiedSince ? since : clock.now();
        await put(`outage-end:${notifiedSince}`, backText(notifiedSince, backAt), null);
      } else if (!connected && isLong && notifiedSince === undefined) {
        await put(`outage:${since}`, outageText(since, reason), since);
      }
    },
  });

  return {
    onElected: checking.request,
    note: ({ connected, since }) => {
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
