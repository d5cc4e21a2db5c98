import type { Client } from 'aedes';
import type { Role } from './locks.ts';

/** A client that has logged in. */
export type Guest = {
  username: string;
  role: Role;
  /** Its log-in was changed or ended: it is on its way out. */
  isEnded: boolean;
};

/** The clients that have logged in, until their connection is closed. */
export type Guests = {
  /**
   * Takes a client in. Returns false when another username holds its client id: that client would be thrown out by
   * this one.
   */
  admit: (client: Client, guest: Guest) => boolean;
  of: (client: Client) => Guest | undefined;
  /** Cuts off every client with that username. */
  cut: (username: string) => void;
};

export function createGuests(): Guests {
  const guests = new Map<Client, Guest>();
  const clientsOf = new Map<string, Set<Client>>();
  /** For a moment the former connection and its successor have the same id. */
  const holders = new Map<string, { username: string; clients: number }>();

  const leave = (client: Client, { username }: Guest) => {
    guests.delete(client);
    const others = clientsOf.get(username);
    others?.delete(client);
    if (others?.size === 0) clientsOf.delete(username);
    const holder = holders.get(client.id);
    if (holder) holder.clients -= 1;
    if (holder?.clients === 0) holders.delete(client.id);
  };

  return {
    admit: (client, guest) => {
      const { username } = guest;
      const holder = holders.get(client.id) ?? { username, clients: 0 };
      if (holder.username !== username) return false;
      holder.clients += 1;
      holders.set(client.id, holder);
      guests.set(client, guest);
      clientsOf.set(username, (clientsOf.get(username) ?? new Set()).add(client));
      client.conn.once('close', () => leave(client, guest));
      return true;
    },
    of: (client) => guests.get(client),
    cut: (username) => {
      for (const client of clientsOf.get(username) ?? []) {
        const guest = guests.get(client);
        if (guest) guest.isEnded = true;
        client.close();
      }
    },
  };
}
