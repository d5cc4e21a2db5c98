import type { Socket } from 'node:net';
import { networkOf } from '../../platform/network-of.ts';
import {
  KEPT_FOR_KNOWN_NETWORKS,
  MAX_CLIENTS_PER_ADDRESS,
  MAX_KNOWN_NETWORKS,
  MAX_UNAUTHENTICATED,
  MAX_UNAUTHENTICATED_PER_ADDRESS,
  REPORTS_WITHIN_MS,
} from './limits.ts';
import {
  createUnauthenticated,
  type Unauthenticated,
  type UnauthenticatedConnection,
} from './unauthenticated.ts';

/**
 * Counts connections by the network they come from, and those that have not logged in yet. Where there are too many of
 * these, the one that has been silent for longest gives way to the one that comes: a device says at once who it is.
 */
export type ConnectionLimits = {
  /**
   * False when there is no room for it: the connection is to be ended at once. `hasSpoken`: whether its client has sent
   * anything yet.
   */
  mayEnter: (socket: Socket, hasSpoken: () => boolean) => boolean;
  /** The connection has logged in. */
  loggedIn: (socket: Socket) => void;
};

type Group = { clients: number; unauthenticated: Unauthenticated };

export function createConnectionLimits(): ConnectionLimits {
  const groups = new Map<string, Group>();
  const everybody = createUnauthenticated();
  const known = new Map<Socket, { connection: UnauthenticatedConnection; group: Group; name: string }>();
  const knownNetworks = createKnownNetworks();

  const forget = (socket: Socket) => {
    const found = known.get(socket);
    if (!found) return undefined;
    known.delete(socket);
    everybody.remove(found.connection);
    found.group.unauthenticated.remove(found.connection);
    return found;
  };
  const dismiss = ({ socket }: UnauthenticatedConnection) => {
    forget(socket);
    socket.destroy();
  };
  /** False when there is none of them who could give way. */
  const makeRoom = (among: Unauthenticated): boolean => {
    const one = among.oldest(performance.now() - REPORTS_WITHIN_MS);
    if (one) dismiss(one);
    return one !== undefined;
  };
  const isFull = ({ clients, unauthenticated }: Group) =>
    clients >= MAX_CLIENTS_PER_ADDRESS || unauthenticated.count() >= MAX_UNAUTHENTICATED_PER_ADDRESS;

  return {
    mayEnter: (socket, hasSpoken) => {
      const since = performance.now();
      if (everybody.count() >= MAX_UNAUTHENTICATED / 2) {
        for (const silent of everybody.silentSince(since - REPORTS_WITHIN_MS)) dismiss(silent);
      }
      const name = networkOf(socket.remoteAddress ?? '');
      const group = groups.get(name) ?? { clients: 0, unauthenticated: createUnauthenticated() };
      if (isFull(group) && !makeRoom(group.unauthenticated)) return false;
      const places = MAX_UNAUTHENTICATED - (knownNetworks.has(name) ? 0 : KEPT_FOR_KNOWN_NETWORKS);
      if (everybody.count() >= places && !makeRoom(everybody)) return false;

      groups.set(name, group);
      group.clients += 1;
      const connection = { socket, since, hasSpoken };
      group.unauthenticated.add(connection);
      everybody.add(connection);
      known.set(socket, { connection, group, name });
      socket.once('close', () => {
        forget(socket);
        group.clients -= 1;
        if (group.clients === 0) groups.delete(name);
      });
      return true;
    },
    loggedIn: (socket) => {
      const found = forget(socket);
      if (found) knownNetworks.add(found.name);
    },
  };
}

/** The networks from which somebody has logged in, so many of them, the last ones. */
function createKnownNetworks() {
  const names = new Set<string>();
  return {
    has: (name: string) => names.has(name),
    add: (name: string) => {
      names.delete(name);
      names.add(name);
      const [oldest] = names;
      if (names.size > MAX_KNOWN_NETWORKS && oldest !== undefined) names.delete(oldest);
    },
  };
}
