import type { Client, Subscription } from 'aedes';

const MAX_QOS = 2;

/** What devices listen to, and whether they acknowledge it. */
export type Subscribers = {
  /** Call it when subscriptions of a device are made, with those granted and those refused. */
  subscribed: (client: Client, subscriptions: readonly Pick<Subscription, 'topic' | 'qos'>[]) => void;
  unsubscribed: (client: Client, filters: Iterable<string>) => void;
  /** The client is gone. */
  left: (client: Client) => void;
  /** True when some device is subscribed to a filter that the topic matches. */
  hasReported: (topic: string) => boolean;
  /** True when all that is sent to the client with QoS 1 is to be acknowledged by it. */
  acknowledges: (client: Client) => boolean;
};

type Filters = { all: Set<string>; unacknowledged: Set<string> };

export function createSubscribers(): Subscribers {
  const clients = new Map<Client, Filters>();
  const counts = new Map<string, number>();
  const count = (filter: string, change: 1 | -1) => {
    const after = (counts.get(filter) ?? 0) + change;
    if (after > 0) counts.set(filter, after);
    else counts.delete(filter);
  };
  const remove = (client: Client, filters: Iterable<string>) => {
    const own = clients.get(client);
    if (!own) return;
    for (const filter of filters) {
      if (own.all.delete(filter)) count(filter, -1);
      own.unacknowledged.delete(filter);
    }
  };
  return {
    subscribed: (client, subscriptions) => {
      if (client.closed) return;
      const own: Filters = clients.get(client) ?? { all: new Set(), unacknowledged: new Set() };
      clients.set(client, own);
      for (const { topic, qos } of subscriptions) {
        if (qos > MAX_QOS) continue;
        if (!own.all.has(topic)) count(topic, 1);
        own.all.add(topic);
        if (qos === 0) own.unacknowledged.add(topic);
        else own.unacknowledged.delete(topic);
      }
    },
    unsubscribed: remove,
    left: (client) => {
      remove(client, clients.get(client)?.all ?? []);
      clients.delete(client);
    },
    hasReported: (topic) => {
      for (const filter of filtersOf(topic)) if (counts.has(filter)) return true;
      return false;
    },
    acknowledges: (client) => {
      const own = clients.get(client);
      return own !== undefined && own.all.size > 0 && own.unacknowledged.size === 0;
    },
  };
}

/**
 * All filters that match a topic, those by which devices usually listen to their commands among the first: the topic
 * itself, then those with `+` for one of its last levels.
 */
function* filtersOf(topic: string): Iterable<string> {
  const levels = topic.split('/');
  for (const head of withPlus(levels)) yield head;
  for (let length = levels.length; length > 0; length -= 1) {
    for (const head of withPlus(levels.slice(0, length))) yield `${head}/#`;
  }
  yield '#';
}

/** Every way to write `+` for some of the levels; the last one changes first. */
function* withPlus(levels: readonly string[]): Iterable<string> {
  for (let open = 0; open < 2 ** levels.length; open += 1) {
    const isOpen = (index: number) => (open >> (levels.length - 1 - index)) % 2 === 1;
    yield levels.map((level, index) => (isOpen(index) ? '+' : level)).join('/');
  }
}
