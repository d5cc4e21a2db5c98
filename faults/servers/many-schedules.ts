import type { OpenDatabase } from '@semaforo/server/database/engine';
import { insertDevice, insertSchedules, insertUser } from '@semaforo/testing/rows';

type Db = OpenDatabase['db'];

/** A schedule that reaches the one signal with that key; `executeAt` is epoch milliseconds. */
export type Planned = { key: string; executeAt: number };

/**
 * Creates a Comune for each signal, and schedules for the signals in turn. It writes them directly into the database,
 * because they are far too many to create by hand. Resolves to the schedules in the order in which they are due.
 */
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
    // The colors of one signal alternate, so that each execution changes what the signal shows.
    color: Math.floor(index / keys.length) % 2 === 0 ? ('rosso' as const) : ('giallo' as const),
  }));
  await insertSchedules(db, planned);
  return planned;
}

async function foundComune(db: Db, key: string) {
  const username = `comune ${key}`;
  const authorId = await insertUser(db, username);
  await insertDevice(db, { topic: key, type: 'semaforo', ownerId: authorId });
  return { key, authorId, username };
}
