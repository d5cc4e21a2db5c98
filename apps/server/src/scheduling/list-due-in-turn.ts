import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Authors beyond these wait until the first ones have had their turn. */
const AUTHORS_AT_ONCE = 500;

/**
 * The times (epoch ms) between which schedules are due, bounds included, in which order, and how many at most; but
 * one of each author, if there are more authors than that. Equal times are in the order of creation.
 */
export type DueRange = {
  from?: number;
  until: number;
  order: 'earliest-first' | 'latest-first';
  atMost: number;
};

type Lease = { now: number; leaseMs: number };

/**
 * What is due and free, by id: the first schedule of each author, then the second of each, and so on
 * (docs/rules.md#schedules-in-turn). The types of devices count apart: they never meet. Earliest first, what its author
 * outdoes by a later one for all of the same instant comes after everything else; latest first it does so anyway.
 */
export async function listDueInTurn(
  db: Kysely<Database>,
  { from, until, order, atMost }: DueRange,
  lease: Lease,
): Promise<Map<number, { isOutdone: boolean }>> {
  const direction = order === 'earliest-first' ? 'asc' : 'desc';
  const rows = await db
    .with('due', (all) => {
      const due = all
        .selectFrom('schedules')
        .select(['id', 'author_id', 'device_type', 'execute_at'])
        .select(laterOnesForAll.as('later'))
        .where('execute_at', '<=', until)
        .where(isFree(lease));
      return from === undefined ? due : due.where('execute_at', '>=', from);
    })
    .with('waiting', (all) =>
      all
        .selectFrom('due')
        .select(['id', 'author_id', 'device_type', 'execute_at'])
        .select((eb) =>
          eb
            .case()
            .when(order === 'earliest-first' ? eb('later', '>', 0) : eb.lit(false))
            .then(1)
            .else(0)
            .end()
            .as('outdone'),
        ),
    )
    .with('in_turn', (all) =>
      all
        .selectFrom('waiting')
        .select(['id', 'outdone', 'execute_at'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) =>
              over
                .partitionBy(['outdone', 'author_id', 'device_type'])
                .orderBy('execute_at', direction)
                .orderBy('id', direction),
            )
            .as('turn'),
        ),
    )
    .selectFrom('in_turn')
    .select(['id', 'outdone', 'turn'])
    .orderBy('outdone')
    .orderBy('turn')
    .orderBy('execute_at', direction)
    .orderBy('id', direction)
    .limit(Math.max(atMost, AUTHORS_AT_ONCE))
    .execute();
  const chosen = rows
    .map(({ id, turn, outdone }) => ({ id, isFirst: Number(turn) === 1, isOutdone: Number(outdone) === 1 }))
    .filter(({ isFirst, isOutdone }, place) => place < atMost || (isFirst && !isOutdone));
  return new Map(chosen.map((one) => [one.id, one]));
}

/** How many later ones of its author, for all devices of the type, have the same instant. */
const laterOnesForAll = sql<number>`coalesce(sum(case when whom = 'tutti' then 1 else 0 end) over (
  partition by author_id, device_type, execute_at order by id desc
  rows between unbounded preceding and 1 preceding), 0)`;

/** A schedule that has not begun and that no server holds. */
export function isFree({ now, leaseMs }: Lease) {
  return (eb: ExpressionBuilder<Database, 'schedules'>) =>
    eb.and([
      eb('executed', '=', 0),
      eb('outcome', 'is', null),
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now),
        // Longer than any lease: the clock was set back since, and no server holds it.
        eb('leased_until', '>', now + 2 * leaseMs),
      ]),
    ]);
}
