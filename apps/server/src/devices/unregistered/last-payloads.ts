import { isDeviceTopic } from '@semaforo/contract/domain/device-key';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import { dropOldest } from './drop-oldest.ts';

/** What is not registered is anybody's to send: 1,000 keys with eight payloads of 1 KiB are 8 MiB at most. */
const MOST_KEYS = 1000;
const MOST_CHANNELS = 8;
const LONGEST_MESSAGE = 1024;

/** A message of a key, as it would have to be said again. */
export type LastPayload = { topic: string; payload: string };

/**
 * Remembers the last payloads of keys that no registered device has, until one has them: they are then the last known
 * state of that device (docs/rules.md#heard-devices). The broker sends a retained message once, when it is asked for.
 */
export type LastPayloads = {
  /** An empty payload takes the last one back, as it does at a broker. */
  note: (key: string, message: Pick<DeviceMessage, 'channel' | 'payload'>) => void;
  /** Takes out the payloads of the keys that are registered now, each key's in the order in which they were said. */
  takeRegistered: (isRegistered: (key: string) => boolean) => LastPayload[];
};

export function createLastPayloads(): LastPayloads {
  /** In the order in which the keys were last heard. */
  const ofKeys = new Map<string, Map<string, string>>();
  return {
    note: (key, { channel, payload }) => {
      if (!isDeviceTopic(key) || channel.length + payload.length > LONGEST_MESSAGE) return;
      const payloads = ofKeys.get(key) ?? new Map<string, string>();
      ofKeys.delete(key);
      payloads.delete(channel);
      if (payload !== '') payloads.set(channel, payload);
      if (payloads.size > 0) ofKeys.set(key, payloads);
      dropOldest(payloads, { atMost: MOST_CHANNELS });
      dropOldest(ofKeys, { atMost: MOST_KEYS });
    },
    takeRegistered: (isRegistered) => {
      const found: LastPayload[] = [];
      for (const [key, payloads] of ofKeys) {
        if (!isRegistered(key)) continue;
        ofKeys.delete(key);
        for (const [channel, payload] of payloads) found.push({ topic: `${key}/${channel}`, payload });
      }
      return found;
    },
  };
}
