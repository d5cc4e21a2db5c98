import type { Clock } from '../platform/clock.ts';
import type { LinkedChats } from './linked-chats.port.ts';
import { noticesFor } from './notice-readers.ts';
import { backText, outageText } from './notice-texts.ts';
import type { Outbox } from './outbox.port.ts';

/** A broker that is back earlier was not worth a message. */
const OUTAGE_AFTER_MS = 60_000;

/** `since` (epoch ms) is when `connected` last changed; `reason` is Italian, while not connected. */
export type BrokerState = { connected: boolean; since: number; reason: string | null };

/** Tells linked chats once that the broker is away for a minute, and once that it is back. */
export type BrokerOutage = {
  /** To be called at the start and whenever the link comes or goes. */
  note: (state: BrokerState) => void;
  stop: () => void;
};

export function createBrokerOutage(options: {
  brokerState: () => BrokerState;
  linkedChats: LinkedChats;
  outbox: Outbox;
  isLeader: () => boolean;
  /** Runs work that may fail, without being waited for. */
  attempt: (work: () => Promise<void>) => void;
  clock: Clock;
  outageAfterMs?: number;
}): BrokerOutage {
  const { clock, outageAfterMs = OUTAGE_AFTER_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  /** Since when the outage that was told lasts. */
  let toldSince: number | undefined;

  const tell = (key: string, text: string) => {
    if (!options.isLeader()) return;
    options.attempt(async () => options.outbox.put(await noticesFor(options.linkedChats, key, () => text)));
  };
  const tellOutage = (since: number) => {
    timer = undefined;
    toldSince = since;
    tell(`outage:${since}`, outageText(since, options.brokerState().reason));
  };

  return {
    note: ({ connected, since }) => {
      clearTimeout(timer);
      timer = undefined;
      if (!connected) {
        timer = setTimeout(() => tellOutage(since), Math.max(0, since + outageAfterMs - clock.now()));
      } else if (toldSince !== undefined) {
        tell(`outage-end:${toldSince}`, backText(toldSince, since));
        toldSince = undefined;
      }
    },
    stop: () => clearTimeout(timer),
  };
}
