import type { OpenDatabase } from '@semaforo/server/database/engine';
import { insertSchedules, insertUser } from '@semaforo/testing/rows';

type Db = OpenDatabase['db'];

export type Author = { id: number; username: string };

/** Operators who never log in. */
export async function seedOperators(db: Db, count: number): Promise<Author[]> {
  const authors: Author[] = [];
  for (let number = 1; number <= count; number += 1) {
    const username = `comune${number}`;
    authors.push({ id: await insertUser(db, username), username });
  }
  return authors;
}

/** One schedule per time (epoch ms), by the authors in turn. The running server finds them within a second. */
export async function seedSchedules(
  db: Db,
  { authors, dueAt }: { authors: readonly Author[]; dueAt: readonly number[] },
): Promise<void> {
  const author = (index: number) => authors[index % authors.length] ?? { id: 0, username: '' };
  await db.transaction().execute((transaction) =>
    insertSchedules(
      transaction,
      dueAt.map((executeAt, index) => ({
        authorId: author(index).id,
        username: author(index).username,
        color: 'rosso',
        executeAt,
      })),
    ),
  );
}

/** How many schedules have not ended. */
export async function countActive(db: Db): Promise<number> {
  const { active } = await db
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<number>().as('active'))
    .where('executed', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(active);
}
