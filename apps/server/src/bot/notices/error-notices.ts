import { randomUUID } from 'node:crypto';
import { maySee } from '../../platform/actor.ts';
import type { Clock, MonotonicClock } from '../../platform/clock.ts';
import { createDebouncedJob } from '../../platform/debounced-job.ts';
import type { Logger } from '../../platform/logger.ts';
import type { NotifiedErrorsRepository } from '../outbox/notified-errors.repository.ts';
import type { Notified, Outbox } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';
import { type Audience, audienceOf } from './audience.ts';
import { type AudienceDigests, createAudienceDigests, type FailingDevice } from './audience-digests.ts';
import type { ErrorDigest } from './error-digest.ts';
import { noticesFor, type Reader } from './notice-readers.ts';
import { errorText } from './notice-texts.ts';

const CHECK_EVERY_MS = 500;

/** Notifies linked chats of the devices that went in and out of error: see docs/decisions/0016-notices.md. */
export type ErrorNotices = {
  /** This server is the leader from now on: it notifies every difference from what was notified, by any server. */
  onElected: () => void;
  /** To be called whenever a device may have changed. Cheap when its error flag did not. */
  note: (deviceId: number) => void;
  forget: (deviceId: number) => void;
  /** Devices may have a new owner, who was not notified of their errors yet. */
  ownersChanged: () => void;
  stop: () => Promise<void>;
};

/**
 * Digests that are not stored yet. The key stays the same when storing is tried again, so that they are stored
 * once.
 */
type UnsentDigests = { key: string; at: number; digests: ReadonlyMap<Audience, ErrorDigest> };

export function createErrorNotices(options: {
  findDevice: (id: number) => FailingDevice | undefined;
  failingIds: () => readonly number[];
  notifiedErrors: Pick<NotifiedErrorsRepository, 'listDeviceErrors'>;
  linkedChats: LinkedChats;
  outbox: Outbox;
  isLeader: () => boolean;
  clock: Clock;
  /** Measures how long errors are held: setting the clock back must not delay them. */
  monotonicClock: MonotonicClock;
  logger: Logger;
  errorWindowMs?: number;
}): ErrorNotices {
  const { clock, findDevice } = options;
  /** Undefined until it is known what was notified before. */
  let pending: AudienceDigests | undefined;
  let unsent: UnsentDigests[] = [];
  let ownersChanged = false;
  let stopping = false;

  const note = (deviceId: number) => {
    if (!pending) return;
    const device = findDevice(deviceId);
    if (device && pending.note(device)) checking.request();
  };
  const noteFailing = () => options.failingIds().forEach(note);
  const reset = () => {
    pending = undefined;
    unsent = [];
  };

  /** Continues from what was notified before. */
  const resume = async () => {
    const notified = await options.notifiedErrors.listDeviceErrors();
    const resumed = createAudienceDigests({ ...options, notified });
    pending = resumed;
    noteFailing();
    return resumed;
  };

  const put = async ({ key, at, digests }: UnsentDigests) => {
    const textFor = (reader: Reader) => {
      const digest = digests.get(audienceOf(reader));
      return digest && digestText(digest, reader, findDevice);
    };
    const errors = [...digests].flatMap(([audience, digest]) => toNotified(audience, digest, at));
    await options.outbox.put(await noticesFor(options.linkedChats, key, textFor), { errors });
  };

  const checking = createDebouncedJob({
    name: 'error-notices',
    delayMs: CHECK_EVERY_MS,
    logger: options.logger,
    work: async () => {
      if (!options.isLeader()) return reset();
      const held = pending ?? (await resume());
      if (ownersChanged) noteFailing();
      ownersChanged = false;
      const digests = held.take(stopping ? 'early' : undefined);
      if (digests.size > 0) unsent.push({ key: `errors:${randomUUID()}`, at: clock.now(), digests });
      while (unsent[0]) {
        await put(unsent[0]);
        unsent.shift();
      }
      if (held.isHolding()) checking.request();
    },
  });

  return {
    onElected: () => {
      reset();
      checking.request();
    },
    note,
    forget: (deviceId) => pending?.forget(deviceId),
    ownersChanged: () => {
      ownersChanged = true;
      checking.request();
    },
    stop: () => {
      stopping = true;
      return checking.stop();
    },
  };
}

/** The text for a reader; undefined when none of the devices is one that they may see. */
function digestText(
  digest: ErrorDigest,
  reader: Reader,
  findDevice: (id: number) => FailingDevice | undefined,
): string | undefined {
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
}

function toNotified(
  audience: Audience,
  digest: ErrorDigest,
  at: number,
): NonNullable<Notified['errors']>[number][] {
  return [
    { audience, at, standing: 'error', deviceIds: digest.failed },
    { audience, at, standing: 'ok', deviceIds: digest.recovered },
    { audience, at, standing: 'unstable', deviceIds: digest.unstable },
  ];
}
