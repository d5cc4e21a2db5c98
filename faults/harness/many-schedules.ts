import type { OpenDatabase } from '../../apps/server/src/database/engine.ts';

type Db = OpenDatabase['db'];

/** A schedule that reaches the one signal with that key; `executeAt` is epoch milliseconds. */
export type Planned = { key: string; executeAt: number };

/** A Comune for each signal and schedules for them in turn, written straight into the database: as many as nobody could click. In the order in which they are due. */
export async function planSchedules(
  db: Db,
  {
    keys,
    count,
    firstAt,
    everyMs,
  }: { keys: readonly string[]; count: number; firstAt: number; everyMs: number },
): Promise<Planned[]> {
  const authors = await Promise.all(keys.map((key) => foundComune(db, key)));
  const planned = Array.from({ length: count }, (_, index) => ({
    ...(authors[index % authors.length] ?? { authorId: 0, username: '', key: '' }),
    executeAt: firstAt + index * everyMs,
    // Of one signal in turn, so that each execution changes what it shows.
    color: Math.floor(index / keys.length) % 2 === 0 ? ('rosso' as const) : ('giallo' as const),
  }));
  for (let start = 0; start < planned.length; start += 500) {
    const rows = planned.slice(start, start + 500).map(({ authorId, username, executeAt, color }) => ({
      author_id: authorId,
      username,
      color,
      device_type: 'semaforo' as const,
      execute_at: executeAt,
      created_at: 0,
      executed: 0,
      outcome: null,
      outcome_reason: null,
      finished_at: null,
      leased_until: null,
      fencing_token: 0,
      command_id: null,
    }));
    await db.insertInto('schedules').values(rows).execute();
  }
  return planned;
}

/** How each schedule ended, how many commands it became, and which server ran it. */
export async function readExecutions(db: Db) {
  const rows = await db
    .selectFrom('schedules')
    .leftJoin('commands', 'commands.schedule_id', 'schedules.id')
    .select((eb) => [
      'schedules.outcome',
      eb.fn.count<number>('commands.id').as('commands'),
      eb.fn.max('commands.served_by').as('servedBy'),
    ])
    .groupBy(['schedules.id', 'schedules.outcome'])
    .execute();
  return rows.map(({ outcome, commands, servedBy }) => ({ outcome, commands: Number(commands), servedBy }));
}

async function foundComune(db: Db, key: string) {
  const username = `comune ${key}`;
  const { id: authorId } = await db
    .insertInto('users')
    .values({
      username,
      folded_username: username,
      password_hash: '-',
      role: 'user',
      token_version: 1,
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('devices')
    .values({
      topic: key,
      name: null,
      type: 'semaforo',
      latitude: null,
      longitude: null,
      owner_id: authorId,
      created_at: 0,
    })
    .execute();
  return { key, authorId, username };
}
