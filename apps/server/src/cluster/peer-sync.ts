import pLimit from 'p-limit';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import type { PeerResource, PeerSync } from './cluster.port.ts';

/** What changes here all the time is read again after this. */
const AGAIN_AFTER_MS = 50;

/**
 * Merges what peers store into what this server has in memory: at each poll what may have changed, at a hint what it is
 * about. What fails is logged and tried again.
 */
export function createPeerSync<Key, Row>(resource: PeerResource<Key, Row>, logger: Logger) {
  const { name, ownStored = () => Promise.resolve(), versionOf = () => true } = resource;
  /** One reading at a time: an older one never comes after a newer one. */
  const turns = pLimit(1);
  const hinted = new Set<Key>();
  const again = new Set<Key>();

  /** Returns those that changed here while they were read: what was read of them may be older. */
  const mergeStored = async (keys: readonly Key[]): Promise<Key[]> => {
    const before = new Map(keys.map((key) => [key, versionOf(key)]));
    const rows = await resource.read(keys);
    const changed: Key[] = [];
    for (const [key, version] of before) {
      if (version === undefined || versionOf(key) !== version) changed.push(key);
      else await resource.merge(key, rows.get(key));
    }
    return changed;
  };
  const poll = () =>
    turns(async () => {
      const keys = [...resource.keys()];
      if (keys.length === 0) return;
      await ownStored();
      await mergeStored(keys);
    });
  const polling = createInterval({ name, everyMs: resource.everyMs, logger, work: poll });
  const readHinted = async () => {
    if (hinted.size === 0) return;
    await ownStored();
    const keys = [...hinted];
    // A hint that comes while they are read may be about something newer.
    hinted.clear();
    try {
      for (const key of await mergeStored(keys)) again.add(key);
    } catch (error) {
      for (const key of keys) hinted.add(key);
      throw error;
    }
    if (again.size > 0) readingAgain.request();
  };
  const reading = createDebouncedJob({
    name: `${name}-hints`,
    delayMs: 0,
    logger,
    work: () => turns(readHinted),
  });
  const readingAgain = createDebouncedJob({
    name: `${name}-again`,
    delayMs: AGAIN_AFTER_MS,
    logger,
    work: () => {
      for (const key of again) hinted.add(key);
      again.clear();
      reading.request();
    },
  });

  const sync: PeerSync<Key> = {
    hint: (keys) => {
      for (const key of keys) hinted.add(key);
      reading.request();
    },
    flush: polling.runNow,
    read: poll,
  };
  return {
    ...sync,
    start: polling.start,
    stop: async () => {
      await polling.stop();
      await readingAgain.stop();
      await reading.stop();
    },
  };
}
