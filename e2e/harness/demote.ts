import { join } from 'node:path';
import { SqliteConnection } from '@semaforo/sqlite/connection';

/** Takes the admin's rights from a user behind the console's back, as only who keeps the database can. */
export function demote(dataDir: string, username: string): void {
  const database = new SqliteConnection(join(dataDir, 'semaforo.sqlite'), { fileMustExist: true });
  try {
    const { changes } = database.prepare("update users set role = 'user' where username = ?").run(username);
    if (changes !== 1) throw new Error(`no user ${username} to demote`);
  } finally {
    database.close();
  }
}
