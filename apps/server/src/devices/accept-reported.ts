import { describeShown, type LampColor, litLamps } from '@semaforo/contract/domain/lamps';
import type { Kysely } from 'kysely';
import { type AuditAuthor, appendAudit } from '../database/audit-trail.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';

const IN_SYNC = new Refusal('conflict', {
  code: 'nothing-out-of-sync',
  message: 'Il dispositivo non mostra altro da ciò che gli è stato chiesto',
});
const DESIRED_CHANGED = new Refusal('conflict', {
  code: 'desired-changed',
  message: 'Nel frattempo al dispositivo è stato chiesto altro: guarda di nuovo prima di accettare',
});
const shownChanged = (now: string) =>
  new Refusal('conflict', {
    code: 'reported-changed',
    message: `Il dispositivo ora mostra ${now}: guarda di nuovo prima di accettare`,
  });

/** What a person saw as they accepted it: the lit lamps, and since when that is desired which ends so (epoch ms). */
export type Seen = { lit: readonly LampColor[] | undefined; desiredSince: number | undefined };

/**
 * A person accepts what a device shows in place of what was desired of it: from then on that is desired
 * (docs/rules.md#desired-and-reported). Resolves to the device, or to a refusal when that is not what they saw.
 */
export type AcceptReported = (
  deviceId: number,
  by: { actor: Actor; author: AuditAuthor; seen: Seen },
) => Promise<KnownDevice | Refusal>;

export function createAcceptReported(options: {
  db: Kysely<Database>;
  directory: DeviceDirectory;
  states: Pick<DeviceStates, 'of' | 'isOutOfSync' | 'apply'>;
  commit: Pick<GroupCommit, 'stored'>;
  clock: Clock;
}): AcceptReported {
  const { db, directory, states, commit, clock } = options;

  /** Why it is not what was seen that the device shows and is desired; undefined when it is. */
  const changedSince = (deviceId: number, { lit, desiredSince }: Seen): Refusal | undefined => {
    const { desired, lamps } = states.of(deviceId);
    if (!states.isOutOfSync(deviceId)) return IN_SYNC;
    if (desiredSince !== undefined && desiredSince !== desired?.since) return DESIRED_CHANGED;
    const isAsSeen = lit === undefined || String(lit.toSorted()) === String(litLamps(lamps).toSorted());
    return isAsSeen ? undefined : shownChanged(describeShown(lamps) ?? 'altro');
  };

  return async (deviceId, { actor, author, seen }) => {
    const device = directory.findVisible(actor, deviceId);
    if (!device) return notFound();
    const refused = changedSince(deviceId, seen);
    if (refused) return refused;
    const { desired, lamps } = states.of(deviceId);
    const lit = litLamps(lamps);
    await appendAudit(db, {
      at: clock.now(),
      author,
      action: 'devices.accept-reported',
      target: `device:${deviceId}`,
      before: { desired },
      after: { shown: describeShown(lamps) },
    });
    // The database may have taken its time. What the device says since is not what was accepted.
    const changed = changedSince(deviceId, { lit, desiredSince: desired?.since });
    if (changed) return changed;
    states.apply(device, { kind: 'accepted', by: author.username });
    // States have one writer: a commit that is under way may still bring what was desired.
    await commit.stored();
    return device;
  };
}
