import { createExpiryQueue } from './expiry-queue.ts';

/** A map whose entries expire. An entry that is set again begins anew; one that is deleted does not expire. */
export type ExpiringMap<K, V> = Pick<Map<K, V>, 'get' | 'has' | 'delete' | 'clear'> & {
  set: (key: K, value: V) => void;
  size: () => number;
  /** Deletes all. */
  stop: () => void;
};

/** Deletes each entry `afterMs` milliseconds after it was set, and calls `expired` with its key then. */
export function createExpiringMap<K, V = true>(options: {
  afterMs: number;
  expired: (key: K) => void;
}): ExpiringMap<K, V> {
  const entries = new Map<K, { value: V }>();
  const queue = createExpiryQueue<{ key: K; entry: { value: V } }>({
    afterMs: options.afterMs,
    expired: ({ key, entry }) => {
      if (entries.get(key) !== entry) return;
      entries.delete(key);
      options.expired(key);
    },
  });
  return {
    get: (key) => entries.get(key)?.value,
    has: (key) => entries.has(key),
    set: (key, value) => {
      const entry = { value };
      entries.set(key, entry);
      queue.add({ key, entry });
    },
    delete: (key) => entries.delete(key),
    clear: () => entries.clear(),
    size: () => entries.size,
    stop: () => {
      queue.stop();
      entries.clear();
    },
  };
}
