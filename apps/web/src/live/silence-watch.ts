import { toServerTime } from '../platform/server-clock.ts';
import { isSilent, momentNow, type Received, receive } from './freshness.ts';

const CHECK_EVERY_MS = 1000;

/** Knows when the server was last heard, and notices when it falls silent or what it says comes late. */
export type SilenceWatch = {
  /** Something was received, `serverTime` if it told the server's clock (epoch ms). */
  receive: (serverTime?: number) => void;
  /** When something was last received (epoch ms, the server's clock); undefined when nothing was. */
  lastReceived: () => number | undefined;
  /** The link is up: from now on a silence counts. */
  begin: () => void;
  /** The link is down: silence is expected. */
  end: () => void;
};

/**
 * Calls back once when the link counts as lost (docs/rules.md#live-updates), and again only after the next `begin`.
 * What is heard then is no last word.
 */
export function createSilenceWatch(onLost: () => void): SilenceWatch {
  let received: Received | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const end = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const lose = () => {
    end();
    onLost();
  };
  return {
    receive: (serverTime) => {
      if (received === undefined || timer === undefined) return;
      const next = receive(received, momentNow(), serverTime);
      if (next === undefined) lose();
      else received = next;
    },
    // By the clock as it is now: the last word may be what set it.
    lastReceived: () => received && toServerTime(received.at.wall),
    begin: () => {
      end();
      received = { at: momentNow() };
      timer = setInterval(() => {
        if (received !== undefined && isSilent(received, momentNow())) lose();
      }, CHECK_EVERY_MS);
    },
    end,
  };
}
