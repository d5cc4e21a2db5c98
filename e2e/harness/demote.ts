import { openDatabase } from '@semaforo/server/database/engine';

/** Removes the admin's rights from a user, directly in the database: no route does this. */
export async function demote(dataDir: string, username: string): Promise<void> {
  const { db, close } = openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ role: 'user' })
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new Error(`no user ${username} to demote`);
  } finally {
    await close();
  }
}
