import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createTick } from '../platform/tick.ts';
import type { LinkedChats } from './linked-chats.port.ts';
import { noticesFor } from './notice-readers.ts';
import { backText, outageText } from './notice-texts.ts';
import type { Outbox } from './outbox.port.ts';
import type { ToldRepository } from './told.repository.ts';

/** A broker that is back earlier was not worth a message. */
const OUTAGE_AFTER_MS = 60_000;
const LOOK_AFTER_MS = 100;

/** `since` (epoch ms) is when `connected` last changed; `reason` is Italian, while not connected. */
export type BrokerState = { connected: boolean; since: number; reason: string | null };

/** Tells linked chats once that the broker is away for a minute, and once that it is back, whichever process told the one or the other. */
export type BrokerOutage = {
  /** This server tells from now on. */
  takeDuty: () => void;
  /** To be called at the start and whenever the link comes or goes. */
  note: (state: BrokerState) => void;
  stop: () => Promise<void>;
};

export function createBrokerOutage(options: {
  brokerState: () => BrokerState;
  told: Pick<ToldRepository, 'outage'>;
  linkedChats: LinkedChats;
  outbox: Outbox;
  isLeader: () => boolean;
  clock: Clock;
  logger: Logger;
  outageAfterMs?: number;
}): BrokerOutage {
  const { clock, outageAfterMs = OUTAGE_AFTER_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let isLong = false;

  const tell = async (key: string, text: string, outage: number | null) =>
    options.outbox.put(await noticesFor(options.linkedChats, key, () => text), { outage });

  const looking = createTick({
    name: 'broker-outage',
    delayMs: LOOK_AFTER_MS,
    logger: options.logger,
    work: async () => {
      if (!options.isLeader()) return;
      const toldSince = await options.told.outage();
      const { connected, since, reason } = options.brokerState();
      if (connected && toldSince !== undefined) {
        // A server that could reach the broker all along has only now to say so.
        const backAt = since > toldSince ? since : clock.now();
        await tell(`outage-end:${toldSince}`, backText(toldSince, backAt), null);
      } else if (!connected && isLong && toldSince === undefined) {
        await tell(`outage:${since}`, outageText(since, reason), since);
      }
    },
  });

  return {
    takeDuty: looking.request,
    note: ({ connected, since }) => {
      clearTimeout(timer);
      isLong = false;
      if (connected) return looking.request();
      timer = setTimeout(
        () => {
          isLong = true;
          looking.request();
        },
        Math.max(0, since + outageAfterMs - clock.now()),
      );
    },
    stop: () => {
      clearTimeout(timer);
      return looking.stop();
    },
  };
}
