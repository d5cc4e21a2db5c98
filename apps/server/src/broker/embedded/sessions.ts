import type { Client } from 'aedes';
import type { Role } from './acl.ts';
import { MAX_CLIENTS_PER_LOGIN, MAX_RETAINED_PER_CLIENT } from './limits.ts';
import { PacedSocket } from './paced-socket.ts';

/** A client that has logged in. */
export type Session = {
  username: string;
  role: Role;
  /** Its log-in was changed or ended: it is on its way out. */
  isEnded: boolean;
  /** What it is subscribed to. */
  filters: Set<string>;
  /** On which topics it has said something that is kept. */
  kept: Set<string>;
};

/** The clients that have logged in; `left` is called when the connection of one is closed. */
export type Sessions = {
  /**
   * Takes a client in. Returns false when another username holds its client id: that client would be thrown out by
   * this one.
   */
  admit: (client: Client, who: Pick<Session, 'username' | 'role'>) => boolean;
  of: (client: Client) => Session | undefined;
  /** False when the client has already said too much that is kept. */
  mayKeep: (client: Client, topic: string) => boolean;
  /** Cuts off every client with that username. */
  cut: (username: string) => void;
};

export function createSessions(left: (session: Session) => void): Sessions {
  /** Also of those who left: the broker asks once more for their last will. */
  const sessions = new WeakMap<Client, Session>();
  const clientsOf = new Map<string, Set<Client>>();
  /** For a moment the former connection and its successor have the same id. */
  const holders = new Map<string, { username: string; clients: number }>();

  const leave = (client: Client, session: Session) => {
    const { username } = session;
    const others = clientsOf.get(username);
    others?.delete(client);
    if (others?.size === 0) clientsOf.delete(username);
    const holder = holders.get(client.id);
    if (holder) holder.clients -= 1;
    if (holder?.clients === 0) holders.delete(client.id);
    left(session);
  };

  return {
    admit: (client, who) => {
      const { username } = who;
      const holder = holders.get(client.id) ?? { username, clients: 0 };
      if (holder.username !== username) return false;
      holder.clients += 1;
      holders.set(client.id, holder);
      const session: Session = { ...who, isEnded: false, filters: new Set(), kept: new Set() };
      sessions.set(client, session);
      const clients = (clientsOf.get(username) ?? new Set()).add(client);
      clientsOf.set(username, clients);
      client.conn.once('close', () => leave(client, session));
      if (session.role.kind === 'device') makeRoom(clients);
      return true;
    },
    of: (client) => sessions.get(client),
    mayKeep: (client, topic) => {
      const kept = sessions.get(client)?.kept;
      if (!kept || (kept.size >= MAX_RETAINED_PER_CLIENT && !kept.has(topic))) return false;
      kept.add(topic);
      return true;
    },
    cut: (username) => {
      for (const client of clientsOf.get(username) ?? []) {
        const session = sessions.get(client);
        if (session) session.isEnded = true;
        client.close();
      }
    },
  };
}

/** A device that comes again is not behind what it said too much of before. */
function makeRoom(clients: ReadonlySet<Client>): void {
  const [oldest] = clients;
  if (clients.size > MAX_CLIENTS_PER_LOGIN) oldest?.close();
  for (const client of clients) {
    if (client.conn instanceof PacedSocket && client.conn.isHeldBack) client.close();
  }
}
