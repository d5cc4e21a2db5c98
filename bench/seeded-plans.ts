import { join } from 'node:path';
import { SqliteConnection } from '@semaforo/sqlite/connection';

/**
 * Schedules written into the embedded database of a running server, as many at once as no one could click: one per author, in turn, each due
 * at its time (epoch ms). Resolves at once; the server asks the database each second.
 */
export function seedSchedules(
  dataDir: string,
  { authors, dueAt }: { authors: readonly Author[]; dueAt: readonly number[] },
): void {
  const database = new SqliteConnection(join(dataDir, 'semaforo.sqlite'));
  const insert = database.prepare(
    `insert into schedules (author_id, username, color, device_type, execute_at, created_at, executed, fencing_token)
     values (?, ?, 'rosso', 'semaforo', ?, ?, 0, 0)`,
  );
  database.transaction(() => {
    for (const [index, executeAt] of dueAt.entries()) {
      const author = authors[index % authors.length];
      if (author) insert.run(author.id, author.username, executeAt, Date.now());
    }
  })();
  database.close();
}

export type Author = { id: number; username: string };

/** Operators who never log in, without the seconds that their passwords would take. */
export function seedOperators(dataDir: string, count: number): Author[] {
  const database = new SqliteConnection(join(dataDir, 'semaforo.sqlite'));
  const insert = database.prepare(
    `insert into users (username, folded_username, password_hash, role, token_version, created_at)
     values (?, ?, '', 'user', 1, ?)`,
  );
  const authors = Array.from({ length: count }, (_, index) => `comune${index + 1}`).map((username) => ({
    id: Number(insert.run(username, username, Date.now()).lastInsertRowid),
    username,
  }));
  database.close();
  return authors;
}

/** How many schedules have not ended. */
export function countActive(dataDir: string): number {
  const database = new SqliteConnection(join(dataDir, 'semaforo.sqlite'), { readonly: true });
  const { active } = database
    .prepare('select count(*) as active from schedules where executed = 0')
    .get() as {
    active: number;
  };
  database.close();
  return active;
}
