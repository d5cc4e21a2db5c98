import type { Link } from '@semaforo/contract/domain/device/device-state';
import type { MonotonicClock } from '../platform/clock.ts';

/**
 * Whether messages of devices arrive, and in which session of the link to the broker. Sessions count the times that
 * messages began and ceased to arrive: what the broker kept comes after the end of one session and before the next.
 * Unlike times, numbers never step back.
 */
export type LinkSession = { begin: () => void; end: () => void; link: () => Link };

export function createLinkSession(monotonicClock: MonotonicClock): LinkSession {
  let link: Link = { session: 0, isOpen: false, since: 0, losses: 0 };
  return {
    begin: () => {
      link = { ...link, session: link.session + 1, isOpen: true, since: monotonicClock.elapsedMs() };
    },
    end: () => {
      const { session, losses } = link;
      link = {
        ...{ session: session + 1, losses: losses + 1 },
        ...{ isOpen: false, since: monotonicClock.elapsedMs() },
      };
    },
    link: () => link,
  };
}
