import type { MonotonicClock } from '../../platform/clock.ts';
import type { NotifiedError } from '../outbox/outbox.port.ts';
import { type Audience, audiencesOf } from './audience.ts';
import { createErrorDigester, type ErrorDigest, type ErrorDigester } from './error-digest.ts';

/** A device as its errors are notified. */
export type FailingDevice = {
  id: number;
  label: string;
  ownerId: number | null;
  inError: boolean;
  /** While people work on it neither an error nor its end is told. */
  inMaintenance: boolean;
  /** Why it is in error, in Italian. */
  reason: string | null;
  /** When it last reported a lamp (epoch ms); null: never. */
  reportedAt: number | null;
};

/** The errors that are to be notified, gathered for each audience apart: a storm in one Comune delays no other. */
export type AudienceDigests = {
  /** Takes in what a device is now; true when a notice will follow. Cheap when its error flag did not change. */
  note: (device: FailingDevice) => boolean;
  forget: (deviceId: number) => void;
  /** The digests that are due, which then count as notified; with `early`, also those that are still held. */
  take: (early?: 'early') => ReadonlyMap<Audience, ErrorDigest>;
  /** True while a digest is held. */
  isHolding: () => boolean;
};

/** Starts from what was notified before, by any server. */
export function createAudienceDigests(options: {
  notified: readonly NotifiedError[];
  findDevice: (id: number) => FailingDevice | undefined;
  monotonicClock: MonotonicClock;
  errorWindowMs?: number | undefined;
}): AudienceDigests {
  const { notified, findDevice, monotonicClock } = options;
  const digesters = new Map<Audience, ErrorDigester>();
  const digesterOf = (audience: Audience) => {
    const digester = digesters.get(audience) ?? createErrorDigester(options.errorWindowMs);
    digesters.set(audience, digester);
    return digester;
  };
  const note = (device: FailingDevice) =>
    !device.inMaintenance &&
    audiencesOf(device)
      .map((audience) => digesterOf(audience).note(device.id, device.inError, monotonicClock.elapsedMs()))
      .includes(true);

  for (const { deviceId, audience, standing } of notified) {
    // For an unstable device the notice promised another one, so its present flag counts as a change.
    const wasInError = standing === 'error' || !findDevice(deviceId)?.inError;
    digesterOf(audience).known(deviceId, wasInError);
  }
  const unproven = new Set(notified.filter((error) => isUnproven(error, findDevice)).map(toDeviceId));
  for (const id of notified.map(toDeviceId)) {
    const device = unproven.has(id) ? undefined : findDevice(id);
    if (device) note(device);
  }

  return {
    note,
    forget: (deviceId) => {
      for (const digester of digesters.values()) digester.forget(deviceId);
    },
    take: (early) => {
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

function toDeviceId({ deviceId }: NotifiedError): number {
  return deviceId;
}

/**
 * True when this server sees no error any more, but has no report since the notice: another server may know of an
 * error that this one does not, so only a later report proves that it is over.
 */
function isUnproven(
  { deviceId, standing, at }: NotifiedError,
  findDevice: (id: number) => FailingDevice | undefined,
): boolean {
  const device = findDevice(deviceId);
  if (standing !== 'error' || !device || device.inError) return false;
  return device.reportedAt === null || device.reportedAt <= at;
}
