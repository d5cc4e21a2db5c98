import type { Socket } from 'node:net';
import { networkOf } from '../../platform/network-of.ts';
import { MAX_CLIENTS_PER_ADDRESS, MAX_STRANGERS, MAX_STRANGERS_PER_ADDRESS } from './caps.ts';

/** Counts connections by where they come from, and those that have not logged in yet: strangers. */
export type Doorway = {
  /** False when there are too many: the connection is to be ended at once. */
  mayEnter: (socket: Socket) => boolean;
  /** The connection has logged in. */
  loggedIn: (socket: Socket) => void;
};

export function createDoorway(): Doorway {
  const groups = new Map<string, { clients: number; strangers: number }>();
  const strangers = new Map<Socket, () => void>();

  return {
    mayEnter: (socket) => {
      const name = networkOf(socket.remoteAddress ?? '');
      const group = groups.get(name) ?? { clients: 0, strangers: 0 };
      if (strangers.size >= MAX_STRANGERS || group.strangers >= MAX_STRANGERS_PER_ADDRESS) return false;
      if (group.clients >= MAX_CLIENTS_PER_ADDRESS) return false;
      groups.set(name, group);
      group.clients += 1;
      group.strangers += 1;
      strangers.set(socket, () => {
        group.strangers -= 1;
      });
      socket.once('close', () => {
        known(socket);
        group.clients -= 1;
        if (group.clients === 0) groups.delete(name);
      });
      return true;
    },
    loggedIn: known,
  };

  function known(socket: Socket): void {
    strangers.get(socket)?.();
    strangers.delete(socket);
  }
}
