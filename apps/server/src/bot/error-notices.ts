import { randomUUID } from 'node:crypto';
import { maySee } from '../platform/actor.ts';
import type { Clock, Stopwatch } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createTick } from '../platform/tick.ts';
import { createErrorDigester, type ErrorDigest, type ErrorDigester } from './error-digest.ts';
import type { LinkedChats } from './linked-chats.port.ts';
import { noticesFor, type Reader } from './notice-readers.ts';
import { errorText } from './notice-texts.ts';
import type { Outbox, Told, ToldError } from './outbox.port.ts';
import type { ToldRepository } from './told.repository.ts';

/** A device as its errors are told; `reason` is Italian, `reportedAt` (epoch ms) is when it last reported a lamp. */
export type FailingDevice = {
  id: number;
  label: string;
  ownerId: number | null;
  inError: boolean;
  reason: string | null;
  reportedAt: number | null;
};

/** Tells linked chats which devices failed and which came back: theirs only, many at once, flapping damped. */
export type ErrorNotices = {
  /** This server tells from now on: whatever differs from what was told, by whichever process. */
  takeDuty: () => void;
  /** To be called whenever a device may have changed; costs little when its error flag did not. */
  note: (deviceId: number) => void;
  forget: (deviceId: number) => void;
  /** Devices may have another owner, who was not told of their errors yet. */
  ownersChanged: () => void;
  stop: () => Promise<void>;
};

/** Who reads the same: an owner, by id, or all who see every device. */
type Audience = number;
const SEES_ALL: Audience = 0;

/** What is not stored yet, under the key by which it is stored once: what could not be is told with the next. */
type Untold = { key: string; at: number; digests: ReadonlyMap<Audience, ErrorDigest> };

const CHECK_EVERY_MS = 500;

export function createErrorNotices(options: {
  findDevice: (id: number) => FailingDevice | undefined;
  failingIds: () => readonly number[];
  told: Pick<ToldRepository, 'listErrors'>;
  linkedChats: LinkedChats;
  outbox: Outbox;
  /** With several servers on one database only one tells. */
  isLeader: () => boolean;
  clock: Clock;
  /** By it errors are held and counted: a clock set back must not keep them from being told. */
  stopwatch: Stopwatch;
  logger: Logger;
  errorWindowMs?: number;
}): ErrorNotices {
  const { stopwatch, clock, findDevice } = options;
  /** One per audience: the storm of one Comune holds up no other. Undefined until it is known what was told. */
  let digesters: Map<Audience, ErrorDigester> | undefined;
  let untold: Untold[] = [];
  let areOwnersNew = false;
  let ending = false;

  const digesterOf = (audience: Audience, all: Map<Audience, ErrorDigester>) => {
    const digester = all.get(audience) ?? createErrorDigester(options.errorWindowMs);
    all.set(audience, digester);
    return digester;
  };
  const note = (deviceId: number) => {
    if (!digesters) return;
    const device = findDevice(deviceId);
    if (!device) return;
    const audiences = device.ownerId === null ? [SEES_ALL] : [SEES_ALL, device.ownerId];
    for (const audience of audiences) {
      const digester = digesterOf(audience, digesters);
      if (digester.note(deviceId, device.inError, stopwatch.elapsedMs())) checking.request();
    }
  };

  /** Begins anew from what was told and what is. */
  const begin = async () => {
    const told = await options.told.listErrors();
    const begun = new Map<Audience, ErrorDigester>();
    const inDoubt = new Set<number>();
    for (const error of told) {
      const device = findDevice(error.deviceId);
      // Of an unstable one it was promised to tell what it is.
      const wasInError = error.standing === 'error' || !device?.inError;
      digesterOf(error.toldTo, begun).known(error.deviceId, wasInError);
      if (error.standing === 'error' && device && isReturnInDoubt(device, error)) inDoubt.add(device.id);
    }
    digesters = begun;
    for (const { deviceId } of told) if (!inDoubt.has(deviceId)) note(deviceId);
    options.failingIds().forEach(note);
  };

  const tell = async ({ key, at, digests }: Untold) => {
    const textFor = (reader: Reader) => {
      const digest = digests.get(audienceOf(reader));
      if (!digest) return undefined;
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
    const errors = [...digests].flatMap(([audience, digest]) => toldOf(audience, digest, at));
    await options.outbox.put(await noticesFor(options.linkedChats, key, textFor), { errors });
  };

  const takeDigests = (all: ReadonlyMap<Audience, ErrorDigester>) => {
    const digests = new Map<Audience, ErrorDigest>();
    for (const [audience, digester] of all) {
      const digest = digester.take(stopwatch.elapsedMs(), ending ? 'early' : undefined);
      if (digest) digests.set(audience, digest);
    }
    if (digests.size > 0) untold.push({ key: `errors:${randomUUID()}`, at: clock.now(), digests });
  };

  const checking = createTick({
    name: 'error-notices',
    delayMs: CHECK_EVERY_MS,
    logger: options.logger,
    work: async () => {
      if (!options.isLeader()) {
        digesters = undefined;
        untold = [];
        return;
      }
      if (!digesters) await begin();
      if (!digesters) return;
      if (areOwnersNew) options.failingIds().forEach(note);
      areOwnersNew = false;
      takeDigests(digesters);
      while (untold[0]) {
        await tell(untold[0]);
        untold.shift();
      }
      if ([...digesters.values()].some((digester) => digester.dueAt() !== undefined)) checking.request();
    },
  });

  return {
    takeDuty: () => {
      digesters = undefined;
      untold = [];
      checking.request();
    },
    note,
    forget: (deviceId) => {
      for (const digester of digesters?.values() ?? []) digester.forget(deviceId);
    },
    ownersChanged: () => {
      areOwnersNew = true;
      checking.request();
    },
    stop: () => {
      ending = true;
      return checking.stop();
    },
  };
}

function audienceOf({ id, role }: Reader): Audience {
  return role === 'admin' ? SEES_ALL : id;
}

/** Another server may know of an error that this one does not: only a report since then says that it is over. */
function isReturnInDoubt({ inError, reportedAt }: FailingDevice, { at }: ToldError): boolean {
  return !inError && (reportedAt === null || reportedAt <= at);
}

function toldOf(toldTo: Audience, digest: ErrorDigest, at: number): NonNullable<Told['errors']>[number][] {
  return [
    { toldTo, at, standing: 'error', deviceIds: digest.failed },
    { toldTo, at, standing: 'ok', deviceIds: digest.recovered },
    { toldTo, at, standing: 'unstable', deviceIds: digest.unstable },
  ];
}
