import { randomUUID } from 'node:crypto';
import type { MonotonicClock } from '../../platform/clock.ts';
import { createDebouncedJob } from '../../platform/debounced-job.ts';
import type { NotifiedErrorsRepository } from '../outbox/notified-errors.repository.ts';
import { type AudienceDigests, createAudienceDigests, type FailingDevice } from './audience-digests.ts';
import type { NoticeDeps } from './notice-needs.ts';
import { createStoreDigests, type UnsentDigests } from './store-digests.ts';

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

export function createErrorNotices(
  options: NoticeDeps & {
    findDevice: (id: number) => FailingDevice | undefined;
    failingIds: () => readonly number[];
    notifiedErrors: Pick<NotifiedErrorsRepository, 'listDeviceErrors'>;
    /** Measures how long errors are held: setting the clock back must not delay them. */
    monotonicClock: MonotonicClock;
    errorWindowMs?: number;
  },
): ErrorNotices {
  const { clock, findDevice } = options;
  const store = createStoreDigests(options);
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
        await store(unsent[0]);
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
