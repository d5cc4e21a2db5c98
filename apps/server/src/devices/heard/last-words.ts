import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import { dropOldest } from './drop-oldest.ts';

/** What is not registered is anybody's to send: 1,000 keys with eight words of 1 KiB are 8 MiB at most. */
const MOST_KEYS = 1000;
const MOST_CHANNELS = 8;
const LONGEST_WORD = 1024;

/** A word of a key, as it would have to be said again. */
export type LastWord = { topic: string; payload: string };

/**
 * Remembers the last words of keys that no registered device has, until one has them: they are then the last known
 * state of that device (docs/rules.md#heard-devices). The broker sends a retained message once, when it is asked for.
 */
export type LastWords = {
  /** An empty payload takes the word back, as it does at a broker. */
  note: (key: string, message: Pick<DeviceMessage, 'channel' | 'payload'>) => void;
  /** Takes out the words of the keys that are registered now, each key's in the order in which they were said. */
  takeRegistered: (isRegistered: (key: string) => boolean) => LastWord[];
};

export function createLastWords(): LastWords {
  /** In the order in which the keys were last heard. */
  const ofKeys = new Map<string, Map<string, string>>();
  return {
    note: (key, { channel, payload }) => {
      if (!isDeviceTopic(key) || channel.length + payload.length > LONGEST_WORD) return;
      const words = ofKeys.get(key) ?? new Map<string, string>();
      ofKeys.delete(key);
      words.delete(channel);
      if (payload !== '') words.set(channel, payload);
      if (words.size > 0) ofKeys.set(key, words);
      dropOldest(words, { atMost: MOST_CHANNELS });
      dropOldest(ofKeys, { atMost: MOST_KEYS });
    },
    takeRegistered: (isRegistered) => {
      const found: LastWord[] = [];
      for (const [key, words] of ofKeys) {
        if (!isRegistered(key)) continue;
        ofKeys.delete(key);
        for (const [channel, payload] of words) found.push({ topic: `${key}/${channel}`, payload });
      }
      return found;
    },
  };
}
