import { maySee } from '../../platform/actor.ts';
import type { Notified } from '../outbox/outbox.port.ts';
import { type Audience, audienceOf } from './audience.ts';
import type { FailingDevice } from './audience-digests.ts';
import type { ErrorDigest } from './error-digest.ts';
import type { NoticeDeps } from './notice-needs.ts';
import { noticesFor, type Reader } from './notice-readers.ts';
import { errorText } from './notice-texts.ts';

type FindDevice = (id: number) => FailingDevice | undefined;

/**
 * Digests that are not stored yet. The key stays the same when storing is tried again, so that they are stored
 * once.
 */
export type UnsentDigests = { key: string; at: number; digests: ReadonlyMap<Audience, ErrorDigest> };

/** Stores the notices of digests, with what they notify. */
export function createStoreDigests({
  findDevice,
  linkedChats,
  outbox,
}: Pick<NoticeDeps, 'linkedChats' | 'outbox'> & { findDevice: FindDevice }): (
  unsent: UnsentDigests,
) => Promise<void> {
  return async ({ key, at, digests }) => {
    const textFor = (reader: Reader) => {
      const digest = digests.get(audienceOf(reader));
      return digest && digestText(digest, reader, findDevice);
    };
    const errors = [...digests].flatMap(([audience, digest]) => toNotified(audience, digest, at));
    await outbox.put(await noticesFor(linkedChats, key, textFor), { errors });
  };
}

/** The text for a reader; undefined when none of the devices is one that they may see. */
function digestText(digest: ErrorDigest, reader: Reader, findDevice: FindDevice): string | undefined {
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
