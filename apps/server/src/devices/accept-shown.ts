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

const NOTHING_DIFFERS = new Refusal('conflict', {
  code: 'nothing-differs',
  message: 'Il dispositivo non mostra altro da ciò che gli è stato chiesto',
});

/**
 * A person accepts what a device shows in place of what was asked of it; from then on the two do not differ any more
 * (docs/rules.md#asked-and-shown). Resolves to the device.
 */
export type AcceptShown = (
  deviceId: number,
  author: AuditAuthor,
  actor: Actor,
) => Promise<KnownDevice | Refusal>;

export function createAcceptShown(options: {
  db: Kysely<Database>;
  directory: DeviceDirectory;
  states: Pick<DeviceStates, 'of' | 'shownOf' | 'differs' | 'giveUpAsked'>;
  commit: Pick<GroupCommit, 'stored'>;
  clock: Clock;
}): AcceptShown {
  const { db, directory, states, commit, clock } = options;
  return async (deviceId, author, actor) => {
    const device = directory.findVisible(actor, deviceId);
    if (!device) return notFound();
    const { asked } = states.of(deviceId);
    const shown = states.shownOf(deviceId);
    if (!states.differs(deviceId)) return NOTHING_DIFFERS;
    await appendAudit(db, {
      at: clock.now(),
      author,
      action: 'devices.accept-shown',
      target: `device:${deviceId}`,
      before: { asked },
      after: { shown },
    });
    // A command that was accepted meanwhile asks for something new.
    if (states.of(deviceId).asked === asked) states.giveUpAsked(device);
    // States have one writer: a commit that is under way may still bring what was asked.
    await commit.stored();
    return device;
  };
}
