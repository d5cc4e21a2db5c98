import type { Kysely } from 'kysely';
import { appendAudit, PROGRAM } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { ClockStep } from '../platform/clock-watch.ts';

const ACTION = 'clock.step';
const STEPS_AT_MOST = 20;

/** The steps of the servers' clocks, kept in the audit. */
export type ClockStepsRepository = {
  add: (step: ClockStep) => Promise<void>;
  /** The steps since an instant (epoch ms), latest first. */
  listSince: (since: number) => Promise<(ClockStep & { id: number })[]>;
};

export function createClockStepsRepository(db: Kysely<Database>): ClockStepsRepository {
  return {
    add: ({ at, stepMs }) => appendAudit(db, { at, author: PROGRAM, action: ACTION, after: { stepMs } }),
    listSince: async (since) => {
      const rows = await db
        .selectFrom('audit')
        .select(['id', 'at', 'after'])
        .where('action', '=', ACTION)
        .where('at', '>=', since)
        .orderBy('at', 'desc')
        .limit(STEPS_AT_MOST)
        .execute();
      return rows.map(({ id, at, after }) => ({
        id,
        at,
        ...(JSON.parse(after ?? '{}') as { stepMs: number }),
      }));
    },
  };
}
