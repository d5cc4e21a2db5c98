import { randomUUID } from 'node:crypto';
import { maySee } from '../platform/actor.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import { createErrorDigester, type ErrorDigest, type ErrorDigester } from './error-digest.ts';
import { namesOf, namesWithReasons } from './messages.ts';
import type { Facts, Reader } from './notification.ts';
import type { NotifiedError, NotifiedRepository } from './notified.repository.ts';

const CHECK_EVERY_MS = 500;

/** A device as its errors are notified. */
export type FailingDevice = {
  id: number;
  label: string;
  ownerId: number | null;
  inError: boolean;
  /** While people work on it, neither an error nor its end is notified. */
  inMaintenance: boolean;
  /** Why it is in error, in Italian. */
  reason: string | null;
  /** When it last reported a lamp (epoch ms); null: never. */
  reportedAt: number | null;
};

type FindDevice = (id: number) => FailingDevice | undefined;

/** Readers of the same devices: the chats of an owner, by user id, or those of all who see every device. */
type Audience = number;

const SEES_ALL: Audience = 0;

/**
 * Notifies linked chats of the devices that went in and out of error, gathered and damped
 * (docs/decisions/0016-error-digests.md).
 */
export function createDeviceErrors(options: {
  findDevice: FindDevice;
  failingIds: () => readonly number[];
  notified: NotifiedRepository;
  /** Of several servers on one database, one notifies what all of them observe. */
  isLeader: () => boolean;
  clock: Clock;
  /** Measures how long errors are held: setting the clock back must not delay them. */
  monotonicClock: MonotonicClock;
  errorWindowMs?: number | undefined;
  logger: Logger;
}) {
  const { clock, findDevice } = options;
  /** Undefined until it is known what was notified before. */
  let pending: AudienceDigests | undefined;
  /** Digests that are not stored yet, each under the key that makes it stored once. */
  let unsent: { key: string; at: number; digests: ReadonlyMap<Audience, ErrorDigest> }[] = [];
  let ownersChanged = false;
  let stopping = false;

  const note = (deviceId: number) => {
    const device = pending && findDevice(deviceId);
    if (device && pending?.note(device)) checking.request();
  };
  const noteFailing = () => options.failingIds().forEach(note);
  const reset = () => {
    pending = undefined;
    unsent = [];
  };

  /** Continues from what was notified before. */
  const resume = async () => {
    pending = createAudienceDigests({ ...options, notified: await options.notified.list() });
    noteFailing();
    return pending;
  };

  const store = ({ key, at, digests }: (typeof unsent)[number]) => {
    const facts = (reader: Reader) => {
      const digest = digests.get(reader.role === 'admin' ? SEES_ALL : reader.id);
      return digest && factsOf(digest, reader, findDevice);
    };
    const errors = [...digests].flatMap(([audience, { failed, recovered, unstable }]) => [
      { audience, at, standing: 'error' as const, deviceIds: failed },
      { audience, at, standing: 'ok' as const, deviceIds: recovered },
      { audience, at, standing: 'unstable' as const, deviceIds: unstable },
    ]);
    return options.notified.announce(
      { audience: { to: 'chats' }, key, kind: 'device-errors', facts },
      errors,
    );
  };

  const checking = createDebouncedJob({
    name: 'device-errors',
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
    /** This server is the leader from now on: it notifies every difference from what was notified, by any server. */
    onElected: () => {
      reset();
      checking.request();
    },
    /** To be called whenever a device may have changed. Cheap when its error flag did not. */
    note,
    forget: (deviceId: number) => pending?.forget(deviceId),
    /** Devices may have a new owner, who was not notified of their errors yet. */
    ownersChanged: () => {
      ownersChanged = true;
      checking.request();
    },
    /** What is still held is notified. */
    stop: () => {
      stopping = true;
      return checking.stop();
    },
  };
}

/** What a reader reads of a digest; undefined when none of the devices is one that they may see. */
function factsOf(
  digest: ErrorDigest,
  reader: Reader,
  findDevice: FindDevice,
): Facts['device-errors'] | undefined {
  const named = (ids: readonly number[], format: (devices: FailingDevice[]) => string) => {
    const seen = ids.flatMap((id) => findDevice(id) ?? []).filter(({ ownerId }) => maySee(reader, ownerId));
    return { count: seen.length, names: seen.length === 0 ? '' : format(seen) };
  };
  const failed = named(digest.failed, namesWithReasons);
  const recovered = named(digest.recovered, namesOf);
  const unstable = named(digest.unstable, namesOf);
  return failed.count + recovered.count + unstable.count === 0 ? undefined : { failed, recovered, unstable };
}

type AudienceDigests = ReturnType<typeof createAudienceDigests>;

/**
 * The errors that are to be notified, gathered for each audience apart: a storm in one Comune delays no other. Starts
 * from what was notified before, by any server.
 */
function createAudienceDigests(options: {
  notified: readonly NotifiedError[];
  findDevice: FindDevice;
  monotonicClock: MonotonicClock;
  errorWindowMs?: number | undefined;
}) {
  const { notified, findDevice, monotonicClock } = options;
  const digesters = new Map<Audience, ErrorDigester>();
  const digesterOf = (audience: Audience) => {
    const digester = digesters.get(audience) ?? createErrorDigester(options.errorWindowMs);
    digesters.set(audience, digester);
    return digester;
  };
  const note = ({ id, ownerId, inError, inMaintenance }: FailingDevice) =>
    !inMaintenance &&
    (ownerId === null ? [SEES_ALL] : [SEES_ALL, ownerId])
      .map((audience) => digesterOf(audience).note(id, inError, monotonicClock.elapsedMs()))
      .includes(true);

  for (const { deviceId, audience, standing } of notified) {
    // For an unstable device the notice promised another one, so its present flag counts as a change.
    digesterOf(audience).known(deviceId, standing === 'error' || !findDevice(deviceId)?.inError);
  }
  const unproven = new Set(
    notified.flatMap((error) => (isUnproven(error, findDevice) ? error.deviceId : [])),
  );
  for (const { deviceId } of notified) {
    const device = unproven.has(deviceId) ? undefined : findDevice(deviceId);
    if (device) note(device);
  }

  return {
    /** Takes in what a device is now; true when a notice will follow. Cheap when its error flag did not change. */
    note,
    forget: (deviceId: number) => {
      for (const digester of digesters.values()) digester.forget(deviceId);
    },
    /** The digests that are due, which then count as notified; with `early`, also those that are still held. */
    take: (early?: 'early') => {
      const digests = new Map<Audience, ErrorDigest>();
      for (const [audience, digester] of digesters) {
        const digest = digester.take(monotonicClock.elapsedMs(), early);
        if (digest) digests.set(audience, digest);
      }
      return digests;
    },
    isHolding: () => [...digesters.values()].some((digester) => digester.dueAt() !== undefined),
  };
}

/**
 * True when this server sees no error any more, but has no report since the notice: another server may know of an
 * error that this one does not, so only a later report proves that it is over.
 */
function isUnproven({ deviceId, standing, at }: NotifiedError, findDevice: FindDevice): boolean {
  const device = findDevice(deviceId);
  if (standing !== 'error' || !device || device.inError) return false;
  return device.reportedAt === null || device.reportedAt <= at;
}
