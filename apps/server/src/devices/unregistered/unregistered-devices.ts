import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { Clock } from '../../platform/clock.ts';
import { dropOldest } from './drop-oldest.ts';

/** What is not registered is anybody's to send: a list of it has an end, and forgets. */
const MOST_RECEIVED = 200;
const MOST_OF_ADDRESS = 50;
const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;
const MOST_WORDS = 8;
const LONGEST_REPORT = 40;

/** A client that the broker did not let in; `key` null: it named no topic. */
export type RefusedClient = {
  username: string;
  clientId: string;
  address: string;
  key: string | null;
  reason: 'unknown' | 'wrong-password' | 'not-allowed';
};

/** Someone who was heard and is not registered. `words`: last payload by channel, oldest first. Times are epoch ms. */
export type Received = {
  name: string;
  key: string | null;
  words: Map<string, string>;
  logIn: RefusedClient | null;
  count: number;
  at: number;
};

/**
 * Remembers who speaks to the broker and is no registered device (docs/rules.md#heard-devices). In memory: whoever is
 * there says it again.
 */
export type UnregisteredDevices = {
  /** A message under a key that no registered device has. What the broker kept says nothing of now, and is left out. */
  message: (key: string, message: DeviceMessage) => void;
  refused: (client: RefusedClient) => void;
  /** The last heard first. */
  list: () => Received[];
};

export function createUnregisteredDevices({ clock }: { clock: Clock }): UnregisteredDevices {
  /** In the order in which they were last heard. Topics and refused clients apart: neither drives out the other. */
  const speaking = new Map<string, Received>();
  const refused = new Map<string, Received>();

  const receive = (list: Map<string, Received>, name: string, key: string | null): Received => {
    const received = list.get(name) ?? { name, key, words: new Map(), logIn: null, count: 0, at: 0 };
    list.delete(name);
    list.set(name, received);
    received.count += 1;
    received.at = clock.now();
    dropOldest(list, { atMost: MOST_RECEIVED });
    return received;
  };

  return {
    message: (key, { channel, payload, retained }) => {
      if (retained || !isDeviceTopic(key)) return;
      const { words } = receive(speaking, key, key);
      words.delete(short(channel));
      words.set(short(channel), short(payload));
      dropOldest(words, { atMost: MOST_WORDS });
    },
    refused: (client) => {
      const name = client.key ?? `${client.username} ${client.clientId}`;
      receive(refused, name, client.key).logIn = client;
      const neighbours = [...refused.values()].filter(({ logIn }) => logIn?.address === client.address);
      const oldest = neighbours[0];
      if (oldest && neighbours.length > MOST_OF_ADDRESS) refused.delete(oldest.name);
    },
    list: () => {
      const after = clock.now() - FORGET_AFTER_MS;
      for (const list of [speaking, refused]) {
        for (const { name, at } of list.values()) if (at <= after) list.delete(name);
      }
      const both = [...refused.values()].map((received) => {
        const spoken = speaking.get(received.name);
        if (!spoken) return received;
        const count = received.count + spoken.count;
        return { ...spoken, logIn: received.logIn, count, at: Math.max(received.at, spoken.at) };
      });
      const others = [...speaking.values()].filter(({ name }) => !refused.has(name));
      // Of the same millisecond, too, the last one stands first.
      return [...others, ...both].reverse().sort((one, other) => other.at - one.at);
    },
  };
}

function short(text: string): string {
  return text
    .slice(0, LONGEST_REPORT)
    .replaceAll(/[\p{Cc}\uFFFD]/gu, '·')
    .toWellFormed();
}
