import type { Socket } from 'node:net';
import { networkOf } from '../../platform/network-of.ts';
import {
  KEPT_FOR_KNOWN_NETWORKS,
  MAX_CLIENTS_PER_ADDRESS,
  MAX_KNOWN_NETWORKS,
  MAX_STRANGERS,
  MAX_STRANGERS_PER_ADDRESS,
  SPEAKS_WITHIN_MS,
} from './caps.ts';
import { createStrangers, type Stranger, type Strangers } from './strangers.ts';

/**
 * Counts connections by the network they come from, and those that have not logged in yet: strangers. Where there are
 * too many, the one that has been silent for longest gives way to the one that comes: a device says at once who it is.
 */
export type Doorway = {
  /** False when there is no room for it: the connection is to be ended at once. */
  mayEnter: (socket: Socket, hasSpoken?: () => boolean) => boolean;
  /** The connection has logged in. */
  loggedIn: (socket: Socket) => void;
};

type Group = { clients: number; strangers: Strangers };

export function createDoorway(): Doorway {
  const groups = new Map<string, Group>();
  const everybody = createStrangers();
  const known = new Map<Socket, { stranger: Stranger; group: Group; name: string }>();
  const knownNetworks = createKnownNetworks();

  const forget = (socket: Socket) => {
    const found = known.get(socket);
    if (!found) return undefined;
    known.delete(socket);
    everybody.remove(found.stranger);
    found.group.strangers.remove(found.stranger);
    return found;
  };
  const dismiss = ({ socket }: Stranger) => {
    forget(socket);
    socket.destroy();
  };
  /** False when there is none of them who could give way. */
  const makeRoom = (among: Strangers): boolean => {
    const one = among.oldest(performance.now() - SPEAKS_WITHIN_MS);
    if (one) dismiss(one);
    return one !== undefined;
  };
  const isFull = ({ clients, strangers }: Group) =>
    clients >= MAX_CLIENTS_PER_ADDRESS || strangers.count() >= MAX_STRANGERS_PER_ADDRESS;

  return {
    mayEnter: (socket, hasSpoken = () => socket.bytesRead > 0) => {
      const since = performance.now();
      if (everybody.count() >= MAX_STRANGERS / 2) {
        for (const silent of everybody.silentSince(since - SPEAKS_WITHIN_MS)) dismiss(silent);
      }
      const name = networkOf(socket.remoteAddress ?? '');
      const group = groups.get(name) ?? { clients: 0, strangers: createStrangers() };
      if (isFull(group) && !makeRoom(group.strangers)) return false;
      const places = MAX_STRANGERS - (knownNetworks.has(name) ? 0 : KEPT_FOR_KNOWN_NETWORKS);
      if (everybody.count() >= places && !makeRoom(everybody)) return false;

      groups.set(name, group);
      group.clients += 1;
      const stranger = { socket, since, hasSpoken };
      group.strangers.add(stranger);
      everybody.add(stranger);
      known.set(socket, { stranger, group, name });
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
