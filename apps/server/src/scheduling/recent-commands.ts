import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import { listCommandShares } from './command-shares.ts';
import type { RecentCommands } from './plan-records.ts';

const SHOWN = 5;

/** Reads how the last times of plans went. */
export function createRecentCommands(db: Kysely<Database>): RecentCommands {
  return async (planIds) => {
    const recent: Awaited<ReturnType<RecentCommands>> = new Map();
    for (const some of inChunks(planIds)) {
      const rows = await db
        .selectFrom((eb) =>
          eb
            .selectFrom('schedules')
            .select([
              'id',
              'plan_id',
              'execute_at',
              'color',
              'outcome',
              'outcome_reason',
              'command_id',
              'ended_total',
            ])
            .select(({ fn }) =>
              fn
                .agg<number>('row_number')
                .over((over) =>
                  over.partitionBy('plan_id').orderBy('execute_at', 'desc').orderBy('id', 'desc'),
                )
                .as('place'),
            )
            .where('plan_id', 'in', some)
            .where('outcome', 'is not', null)
            .as('ended'),
        )
        .selectAll()
        .where('place', '<=', SHOWN)
        .orderBy('plan_id')
        .orderBy('place')
        .execute();
      const shares = await listCommandShares(
        db,
        rows.flatMap(({ command_id }) => command_id ?? []),
      );
      for (const { plan_id: planId, outcome, ...row } of rows) {
        if (planId === null || outcome === null) continue;
        const share = shares.get(row.command_id ?? 0);
        const own = recent.get(planId) ?? [];
        own.push({
          id: row.id,
          at: isoTime(row.execute_at),
          color: row.color,
          outcome,
          outcome_reason: row.outcome_reason,
          confirmed: share?.confirmed ?? 0,
          total: share?.names.length ?? row.ended_total ?? 0,
        });
        recent.set(planId, own);
      }
    }
    return recent;
  };
}
