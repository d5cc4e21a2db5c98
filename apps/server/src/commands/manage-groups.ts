import { counted } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../database/constraint-errors.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { WhatAwaits } from './count-awaiting.ts';
import { type GroupsRepository, type NewGroup, NotOwnDevicesError } from './groups.repository.ts';
import type { KnownGroup } from './known-group.ts';

/** Far more than a Comune names (docs/rules.md#quotas). */
const GROUPS_AT_MOST = 100;

const NAME_TAKEN = new Refusal('conflict', {
  code: 'group-exists',
  message: 'Esiste già un gruppo con questo nome',
});
const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-groups',
  message: `Ci sono già ${GROUPS_AT_MOST} gruppi: eliminane qualcuno prima di aggiungerne altri`,
});

/** Creates, changes and deletes groups: stored first, then said. */
export function createGroupManagement(options: {
  repository: GroupsRepository;
  /** A group of that owner was created, changed or deleted. */
  changed: (ownerId: number) => void;
  clock: Clock;
}) {
  const { repository, changed, clock } = options;

  return {
    create: async (group: NewGroup, author: AuditAuthor): Promise<KnownGroup | Refusal> => {
      if ((await repository.countOf(group.ownerId)) >= GROUPS_AT_MOST) return TOO_MANY;
      const id = await refusing(() => repository.create(group, { author, at: clock.now() }));
      if (id instanceof Refusal) return id;
      changed(group.ownerId);
      return (await repository.find(id)) ?? notFound();
    },
    update: async (
      group: KnownGroup,
      change: { name?: string | undefined; deviceIds?: readonly number[] | undefined },
      author: AuditAuthor,
    ): Promise<KnownGroup | Refusal> => {
      const stored = await refusing(() => repository.update(group, change, { author, at: clock.now() }));
      if (stored instanceof Refusal) return stored;
      changed(group.ownerId);
      return (await repository.find(group.id)) ?? notFound();
    },
    delete: async (group: KnownGroup, author: AuditAuthor): Promise<Refusal | undefined> => {
      const waiting = await repository.delete(group, { author, at: clock.now() });
      if (waiting) return isAwaited(waiting);
      changed(group.ownerId);
      return undefined;
    },
  };
}

function isAwaited({ schedules, plans, alerts }: WhatAwaits): Refusal {
  const named = [
    schedules > 0 && counted(schedules, ['pianificazione attiva', 'pianificazioni attive']),
    plans > 0 && counted(plans, ['piano ricorrente', 'piani ricorrenti']),
    alerts > 0 && counted(alerts, ['allerta aperta', 'allerte aperte']),
  ].filter((one) => one !== false);
  return new Refusal('conflict', {
    code: 'group-has-schedules',
    message: `Il gruppo ha ${new Intl.ListFormat(LOCALE).format(named)}: elimina o concludi prima ciò che lo aspetta`,
  });
}

/** The refusal for a violated constraint of the groups. Any other error is rethrown. */
async function refusing<T>(write: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) return NAME_TAKEN;
    // What is another's answers like what does not exist, also to an admin: a group is of one Comune.
    if (error instanceof NotOwnDevicesError || isForeignKeyViolation(error)) return notFound();
    throw error;
  }
}
