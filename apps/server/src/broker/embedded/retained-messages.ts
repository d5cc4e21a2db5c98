import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import type { AedesPublishPacket } from 'aedes';
import { MAX_RETAINED_PER_KEY, mostRetained, mostRetainedBytes } from './limits.ts';

/** A message as the broker keeps it. */
export type RetainedPacket = Pick<AedesPublishPacket, 'topic' | 'payload'>;

/**
 * The last retained message of each topic, by the keys of devices, and the announcements: a device's filter looks at
 * its own key only.
 */
export type RetainedMessages<Packet extends RetainedPacket> = {
  /** Keeps a message, unless there are too many; an empty one removes what was kept. */
  store: (packet: Packet) => void;
  matching: (filter: string) => Iterable<Packet>;
};

export function createRetainedMessages<Packet extends RetainedPacket>(
  countDevices: () => number,
): RetainedMessages<Packet> {
  /** The server's own announcements, one for each device; nobody else has anything kept outside a key. */
  const announcements = new Map<string, Packet>();
  const byKey = new Map<string, Map<string, Packet>>();
  let count = 0;
  let bytes = 0;

  const remove = (key: string, topic: string) => {
    const kept = byKey.get(key);
    const former = kept?.get(topic);
    if (!kept || !former) return;
    kept.delete(topic);
    if (kept.size === 0) byKey.delete(key);
    count -= 1;
    bytes -= sizeOf(former);
  };

  /** Where something may be kept that the filter matches. */
  const near = (filter: string) => {
    const key = splitMessageTopic(filter)?.key;
    const own =
      key === undefined || /[+#]/.test(key) ? undefined : (byKey.get(key) ?? new Map<string, Packet>());
    if (own) return [own];
    return filter.startsWith('/') ? byKey.values() : [announcements, ...byKey.values()];
  };

  return {
    store: (packet) => {
      const { topic, payload } = packet;
      const key = splitMessageTopic(topic)?.key;
      if (key === undefined) {
        if (payload.length === 0) announcements.delete(topic);
        else announcements.set(topic, packet);
        return;
      }
      remove(key, topic);
      const devices = countDevices();
      if (payload.length === 0 || count >= mostRetained(devices)) return;
      const kept = byKey.get(key) ?? new Map<string, Packet>();
      if (kept.size >= MAX_RETAINED_PER_KEY || bytes + sizeOf(packet) > mostRetainedBytes(devices)) return;
      byKey.set(key, kept.set(topic, packet));
      count += 1;
      bytes += sizeOf(packet);
    },
    *matching(filter) {
      const expression = expressionOf(filter);
      for (const kept of near(filter)) {
        for (const packet of kept.values()) if (expression.test(packet.topic)) yield packet;
      }
    },
  };
}

function sizeOf({ topic, payload }: RetainedPacket): number {
  return topic.length + payload.length;
}

/** The topics that a filter matches. No kept topic begins with `$`. */
function expressionOf(filter: string): RegExp {
  const levels = filter.split('/').map((level) => {
    if (level === '+') return '[^/]*';
    return level.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  if (levels.at(-1) !== '#') return new RegExp(`^${levels.join('/')}$`);
  const parent = levels.slice(0, -1).join('/');
  return new RegExp(levels.length === 1 ? '' : `^${parent}(/.*)?$`, 's');
}
