import type { Socket } from 'node:net';

/** A connection that has not logged in, and since when it is there, by the monotonic clock. */
export type UnauthenticatedConnection = { socket: Socket; since: number; hasSpoken: () => boolean };

/** Connections that have not logged in, the oldest first. */
export type Unauthenticated = {
  count: () => number;
  add: (connection: UnauthenticatedConnection) => void;
  remove: (connection: UnauthenticatedConnection) => void;
  /**
   * Who gives way to another: the oldest of those who have said nothing; where all have spoken, the oldest one, if it
   * came before that time. Undefined: nobody.
   */
  oldest: (cameBefore: number) => UnauthenticatedConnection | undefined;
  /** Those who came before that time and have said nothing. */
  silentSince: (cameBefore: number) => UnauthenticatedConnection[];
};

export function createUnauthenticated(): Unauthenticated {
  const silent = new Set<UnauthenticatedConnection>();
  const spoken = new Set<UnauthenticatedConnection>();
  /** Each is looked at in vain only once. */
  const isSilent = (connection: UnauthenticatedConnection) => {
    if (!connection.hasSpoken()) return true;
    silent.delete(connection);
    spoken.add(connection);
    return false;
  };
  return {
    count: () => silent.size + spoken.size,
    add: (connection) => void silent.add(connection),
    remove: (connection) => {
      silent.delete(connection);
      spoken.delete(connection);
    },
    oldest: (cameBefore) => {
      for (const connection of silent) if (isSilent(connection)) return connection;
      const [first] = spoken;
      return first && first.since < cameBefore ? first : undefined;
    },
    silentSince: (cameBefore) => {
      const found: UnauthenticatedConnection[] = [];
      for (const connection of silent) {
        if (connection.since >= cameBefore) break;
        if (isSilent(connection)) found.push(connection);
      }
      return found;
    },
  };
}
