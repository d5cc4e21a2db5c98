import type { Socket } from 'node:net';

/** A connection that has not logged in, and since when it is there, by the monotonic clock. */
export type Stranger = { socket: Socket; since: number; hasSpoken: () => boolean };

/** Connections that have not logged in, the oldest first. */
export type Strangers = {
  count: () => number;
  add: (stranger: Stranger) => void;
  remove: (stranger: Stranger) => void;
  /**
   * Who gives way to another: the oldest of those who have said nothing; where all have spoken, the oldest one, if it
   * came before that time. Undefined: nobody.
   */
  oldest: (cameBefore: number) => Stranger | undefined;
  /** Those who came before that time and have said nothing. */
  silentSince: (cameBefore: number) => Stranger[];
};

export function createStrangers(): Strangers {
  const silent = new Set<Stranger>();
  const spoken = new Set<Stranger>();
  /** Each is looked at in vain only once. */
  const isSilent = (stranger: Stranger) => {
    if (!stranger.hasSpoken()) return true;
    silent.delete(stranger);
    spoken.add(stranger);
    return false;
  };
  return {
    count: () => silent.size + spoken.size,
    add: (stranger) => void silent.add(stranger),
    remove: (stranger) => {
      silent.delete(stranger);
      spoken.delete(stranger);
    },
    oldest: (cameBefore) => {
      for (const stranger of silent) if (isSilent(stranger)) return stranger;
      const [first] = spoken;
      return first && first.since < cameBefore ? first : undefined;
    },
    silentSince: (cameBefore) => {
      const found: Stranger[] = [];
      for (const stranger of silent) {
        if (stranger.since >= cameBefore) break;
        if (isSilent(stranger)) found.push(stranger);
      }
      return found;
    },
  };
}
