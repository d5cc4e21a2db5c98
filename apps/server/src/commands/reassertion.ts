import { REASSERT_SETTING } from '@semaforo/contract/domain/device/reassertion';
import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createReassertDesired } from './reassert-desired.ts';

const CHECK_EVERY_MS = 500;
const LEASE_MS = 5000;

type Deps = Omit<Parameters<typeof createReassertDesired>[0], 'listBarred'> & {
  db: Kysely<Database>;
  engine: Engine;
  serverId: string;
  /** True while a restored backup waits until a person has looked at the lamps of that owner (null: of nobody). */
  isHeldBack: (ownerId: number | null) => Promise<boolean>;
  clock: Clock;
  logger: Logger;
};

/** Has one of the servers command again what devices do not hold, of the Comuni that did not switch that off. */
export function createReassertion(deps: Deps) {
  const { db, clock } = deps;
  const lease = createLease(db, 'reassertion', deps.serverId);
  const reassert = createReassertDesired({
    ...deps,
    listBarred: async (ownerIds) => {
      const rows = await db
        .selectFrom('settings')
        .select('user_id')
        .where('key', '=', REASSERT_SETTING)
        .where('value', '=', 'false')
        .execute();
      const barred = new Set<number | null>(rows.map(({ user_id }) => user_id));
      for (const ownerId of ownerIds) if (await deps.isHeldBack(ownerId)) barred.add(ownerId);
      return barred;
    },
  });
  const leads = async () => {
    if (deps.engine === 'sqlite') return true;
    const now = clock.now();
    return lease.hold({ now, until: now + LEASE_MS, working: true });
  };
  return createInterval({
    name: 'reassertion',
    everyMs: CHECK_EVERY_MS,
    logger: deps.logger,
    work: async () => {
      if (await leads()) await reassert();
    },
  });
}
