import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import { type StoredSchedule, selectSchedules, toSchedule } from './stored-schedule.ts';

/**
 * Of one author, or of all when undefined: all the active ones by time, then at most `limit` ended ones, latest first.
 * With `before`, the id of an ended one, only the ended ones that follow it in that order.
 */
export type SchedulePage = { authorId: number | undefined; limit: number; before?: number | undefined };

/** One page of the list of schedules. */
export async function listSchedulePage(
  db: Kysely<Database>,
  { authorId, limit, before }: SchedulePage,
): Promise<StoredSchedule[]> {
  const ofAuthor = () => {
    const all = db.selectFrom('schedules').where('alert_id', 'is', null).where('plan_id', 'is', null);
    return authorId === undefined ? all : all.where('author_id', '=', authorId);
  };
  const active = ofAuthor().select('id').where('executed', '=', 0);
  let ended = ofAuthor().select('id').where('executed', '=', 1);
  if (before !== undefined) {
    const place = ofAuthor().select(['execute_at', 'id']).where('id', '=', before);
    ended = ended.where(({ eb, refTuple }) =>
      eb(refTuple('execute_at', 'id'), '<', place.$asTuple('execute_at', 'id')),
    );
  }
  const page = ended.orderBy('execute_at', 'desc').orderBy('id', 'desc').limit(limit);
  // Which they are is one statement: of two, a schedule that ends in between would be in both or in none.
  const ids = await db
    .selectFrom('schedules')
    .select('id')
    .where(({ eb, or }) =>
      or([eb('id', 'in', page), ...(before === undefined ? [eb('id', 'in', active)] : [])]),
    )
    .orderBy('execute_at')
    .orderBy('id')
    .execute();
  const schedules = await readSchedules(
    db,
    ids.map(({ id }) => id),
  );
  return [...schedules.filter((one) => !one.executed), ...schedules.filter((one) => one.executed).reverse()];
}

/** In the order of the ids; between two statements the server does other work. */
async function readSchedules(db: Kysely<Database>, ids: readonly number[]): Promise<StoredSchedule[]> {
  const found = new Map<number, StoredSchedule>();
  const slices = createTimeSlices();
  for (const some of inChunks(ids)) {
    const rows = await selectSchedules(db).where('schedules.id', 'in', some).execute();
    for (const row of rows) found.set(row.id, toSchedule(row));
    await slices.yieldToEventLoop();
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}
