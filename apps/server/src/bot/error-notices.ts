import { randomUUID } from 'node:crypto';
import { maySee } from '../platform/actor.ts';
import type { Stopwatch } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createTick } from '../platform/tick.ts';
import { createErrorDigester, type ErrorDigest } from './error-digest.ts';
import type { LinkedChats } from './linked-chats.port.ts';
import { noticesFor, type Reader } from './notice-readers.ts';
import { errorText } from './notice-texts.ts';
import type { Outbox } from './outbox.port.ts';

/** A device as its errors are told; `reason` is Italian. */
export type FailingDevice = { id: number; label: string; ownerId: number | null; reason: string | null };

/** Tells linked chats which devices failed and which came back: theirs only, many at once, flapping damped. */
export type ErrorNotices = {
  /** Takes the errors there are at the start as known. */
  load: (failing: readonly number[]) => void;
  /** To be called whenever a device may have changed; costs nothing when its error flag did not. */
  note: (deviceId: number, inError: boolean) => void;
  forget: (deviceId: number) => void;
  stop: () => Promise<void>;
};

/** What is not stored yet, under the key by which it is stored once: what could not be is told with the next. */
type Untold = { key: string; digest: ErrorDigest };

const CHECK_EVERY_MS = 500;

export function createErrorNotices(options: {
  findDevice: (id: number) => FailingDevice | undefined;
  linkedChats: LinkedChats;
  outbox: Outbox;
  /** With several servers on one database only one tells. */
  isLeader: () => boolean;
  /** By it errors are held and counted: a clock set back must not keep them from being told. */
  stopwatch: Stopwatch;
  logger: Logger;
  errorWindowMs?: number;
}): ErrorNotices {
  const { stopwatch, findDevice } = options;
  const digester = createErrorDigester(options.errorWindowMs);
  let ending = false;

  const tell = async ({ key, digest }: Untold) => {
    const textFor = (reader: Reader) => {
      const named = (ids: readonly number[]) =>
        ids.flatMap((id) => {
          const device = findDevice(id);
          if (!device || !maySee(reader, device.ownerId)) return [];
          return [{ label: device.label, reason: device.reason ?? 'motivo non noto' }];
        });
      const lists = {
        failed: named(digest.failed),
        recovered: named(digest.recovered),
        unstable: named(digest.unstable),
      };
      return Object.values(lists).every((list) => list.length === 0) ? undefined : errorText(lists);
    };
    await options.outbox.put(await noticesFor(options.linkedChats, key, textFor));
  };

  let untold: Untold[] = [];
  const checking = createTick({
    name: 'error-notices',
    delayMs: CHECK_EVERY_MS,
    logger: options.logger,
    work: async () => {
      const digest = digester.take(stopwatch.elapsedMs(), ending ? 'early' : undefined);
      if (digest) untold.push({ key: `errors:${randomUUID()}`, digest });
      if (!options.isLeader()) untold = [];
      while (untold[0]) {
        await tell(untold[0]);
        untold.shift();
      }
      if (digester.dueAt() !== undefined) checking.request();
    },
  });

  return {
    load: (failing) => {
      for (const id of failing) digester.known(id, true);
    },
    note: (deviceId, inError) => {
      if (digester.note(deviceId, inError, stopwatch.elapsedMs())) checking.request();
    },
    forget: digester.forget,
    stop: () => {
      ending = true;
      return checking.stop();
    },
  };
}
