import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { Clock } from '../../platform/clock.ts';
import { dropOldest } from './drop-oldest.ts';

/** What is not registered is anybody's to send: a list of it has an end, and forgets. */
const MOST_HEARD = 200;
const MOST_OF_ADDRESS = 50;
const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;
const MOST_WORDS = 8;
const LONGEST_WORD = 40;

/** A client that the broker did not let in; `key` null: it named no topic. */
export type RefusedClient = {
  username: string;
  clientId: string;
  address: string;
  key: string | null;
  reason: 'unknown' | 'wrong-password' | 'not-allowed';
};

/** Someone who was heard and is not registered. `words`: last payload by channel, oldest first. Times are epoch ms. */
export type Heard = {
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
export type HeardDevices = {
  /** A message under a key that no registered device has. What the broker kept says nothing of now, and is left out. */
  message: (key: string, message: DeviceMessage) => void;
  refused: (client: RefusedClient) => void;
  /** The last heard first. */
  list: () => Heard[];
};

export function createHeardDevices({ clock }: { clock: Clock }): HeardDevices {
  /** In the order in which they were last heard. Topics and refused clients apart: neither drives out the other. */
  const speaking = new Map<string, Heard>();
  const refused = new Map<string, Heard>();

  const hear = (list: Map<string, Heard>, name: string, key: string | null): Heard => {
    const heard = list.get(name) ?? { name, key, words: new Map(), logIn: null, count: 0, at: 0 };
    list.delete(name);
    list.set(name, heard);
    heard.count += 1;
    heard.at = clock.now();
    dropOldest(list, { atMost: MOST_HEARD });
    return heard;
  };

  return {
    message: (key, { channel, payload, retained }) => {
      if (retained || !isDeviceTopic(key)) return;
      const { words } = hear(speaking, key, key);
      words.delete(short(channel));
      words.set(short(channel), short(payload));
      dropOldest(words, { atMost: MOST_WORDS });
    },
    refused: (client) => {
      const name = client.key ?? `${client.username} ${client.clientId}`;
      hear(refused, name, client.key).logIn = client;
      const neighbours = [...refused.values()].filter(({ logIn }) => logIn?.address === client.address);
      const oldest = neighbours[0];
      if (oldest && neighbours.length > MOST_OF_ADDRESS) refused.delete(oldest.name);
    },
    list: () => {
      const after = clock.now() - FORGET_AFTER_MS;
      for (const list of [speaking, refused]) {
        for (const { name, at } of list.values()) if (at <= after) list.delete(name);
      }
      const both = [...refused.values()].map((heard) => {
        const spoken = speaking.get(heard.name);
        if (!spoken) return heard;
        const count = heard.count + spoken.count;
        return { ...spoken, logIn: heard.logIn, count, at: Math.max(heard.at, spoken.at) };
      });
      const others = [...speaking.values()].filter(({ name }) => !refused.has(name));
      // Of the same millisecond, too, the last one stands first.
      return [...others, ...both].reverse().sort((one, other) => other.at - one.at);
    },
  };
}

function short(text: string): string {
  return text
    .slice(0, LONGEST_WORD)
    .replaceAll(/[\p{Cc}\uFFFD]/gu, '·')
    .toWellFormed();
}
