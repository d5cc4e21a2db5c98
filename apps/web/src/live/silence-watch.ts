import { SILENCE_MS } from '@semaforo/contract/live/events';
import { toServerTime } from '../platform/server-clock.ts';

const CHECK_EVERY_MS = 1000;

/** Knows when the server was last heard, and notices when it falls silent. */
export type SilenceWatch = {
  /** Something was received. */
  hear: () => void;
  /** When something was last received (epoch ms, the server's clock); undefined when nothing was. */
  lastHeard: () => number | undefined;
  /** The link is up: from now on a silence counts. */
  begin: () => void;
  /** The link is down: silence is expected. */
  end: () => void;
};

/** Calls back once after SILENCE_MS without a word, and again only after the next `begin`. */
export function createSilenceWatch(onSilence: () => void): SilenceWatch {
  let heard: { at: number; local: number } | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;

  const end = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const hear = () => {
    heard = { at: performance.now(), local: Date.now() };
  };
  return {
    hear,
    // By the clock as it is now: the last word may be what set it.
    lastHeard: () => heard && toServerTime(heard.local),
    begin: () => {
      end();
      hear();
      timer = setInterval(() => {
        if (heard === undefined || performance.now() - heard.at < SILENCE_MS) return;
        end();
        onSilence();
      }, CHECK_EVERY_MS);
    },
    end,
  };
}
