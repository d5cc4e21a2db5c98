import pLimit from 'p-limit';
import type { DeviceLogins } from '../broker/device-logins.port.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import type { CredentialsRepository, StoredLogin } from './credentials.repository.ts';

/** What could not be read at once is read again after this. */
const READ_AGAIN_MS = 200;
const SEEN_SAVED_EVERY_MS = 1000;

type Listener = Parameters<DeviceLogins['subscribe']>[0];

/**
 * The log-ins of all devices as the database has them, in memory. Every change is read from there: also that of a key,
 * the end of a device, and what another server did.
 */
export function createDeviceLogins(options: {
  repository: Pick<CredentialsRepository, 'listLogins' | 'saveSeen'>;
  logger: Logger;
}) {
  const { repository, logger } = options;
  const listeners: Listener[] = [];
  const logins = new Map<number, StoredLogin>();
  /** One reading at a time: an older one never comes after a newer one. */
  const reading = pLimit(1);
  const unread = new Set<number>();
  const seen = new Map<string, number>();
  let readVersion: number | undefined;

  const publish: Listener = (username, login) => {
    for (const listener of listeners) {
      try {
        listener(username, login);
      } catch (error) {
        logger.error({ err: error, username }, 'a listener of log-ins failed');
      }
    }
  };
  const adopt = (deviceId: number, now: StoredLogin | undefined) => {
    const before = logins.get(deviceId);
    if (isSameLogin(before, now)) return;
    if (now) logins.set(deviceId, now);
    else logins.delete(deviceId);
    // Whoever was seen had logged in with what it was before.
    if (before && before.passwordHash !== now?.passwordHash) seen.delete(before.username);
    if (before && before.username !== now?.username) publish(before.username, undefined);
    if (now) publish(now.username, toLogin(now));
  };
  const readSome = (deviceIds: readonly number[]) =>
    reading(async () => {
      const stored = new Map((await repository.listLogins(deviceIds)).map((row) => [row.deviceId, row]));
      for (const id of deviceIds) adopt(id, stored.get(id));
    });
  const readAll = () =>
    reading(async () => {
      const stored = new Map((await repository.listLogins()).map((row) => [row.deviceId, row]));
      for (const id of [...logins.keys()]) if (!stored.has(id)) adopt(id, undefined);
      for (const [id, row] of stored) adopt(id, row);
    });

  const readAgain = createDebouncedJob({
    name: 'device-logins',
    delayMs: READ_AGAIN_MS,
    logger,
    work: async () => {
      const ids = [...unread];
      await readSome(ids);
      for (const id of ids) unread.delete(id);
    },
  });
  const saving = createDebouncedJob({
    name: 'device-logins-seen',
    delayMs: SEEN_SAVED_EVERY_MS,
    logger,
    work: async () => {
      const saved = new Map(seen);
      await repository.saveSeen(saved);
      for (const [username, at] of saved) if (seen.get(username) === at) seen.delete(username);
    },
  });

  const port: DeviceLogins = {
    list: async () => {
      await readAll();
      return [...logins.values()].map(toLogin);
    },
    subscribe: (changed) => {
      listeners.push(changed);
    },
    seen: (username, at) => {
      seen.set(username, at);
      saving.request();
    },
  };
  return {
    port,
    /** When it was last seen, if that is not stored yet (epoch ms). */
    seenLately: (username: string) => seen.get(username),
    /** Reads the log-in of a device again and tells of its change. Never rejects: what fails is tried again. */
    reread: async (deviceId: number) => {
      try {
        await readSome([deviceId]);
      } catch (error) {
        logger.warn({ err: error, deviceId }, 'a log-in could not be read');
        unread.add(deviceId);
        readAgain.request();
      }
    },
    /** Reads all log-ins when they have another version, read before: what changes in between is seen next time. */
    merge: async (version: number) => {
      if (version === readVersion) return;
      await readAll();
      readVersion = version;
    },
    stop: async () => {
      await readAgain.stop();
      await saving.stop();
    },
  };
}

export type DeviceLoginList = ReturnType<typeof createDeviceLogins>;

function toLogin({ username, passwordHash, key }: StoredLogin) {
  return { username, passwordHash, key };
}

function isSameLogin(one: StoredLogin | undefined, other: StoredLogin | undefined): boolean {
  return (
    one?.username === other?.username &&
    one?.passwordHash === other?.passwordHash &&
    one?.key === other?.key &&
    one?.profile === other?.profile
  );
}
