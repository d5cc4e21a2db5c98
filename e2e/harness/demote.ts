import { openDatabase } from '@semaforo/server/database/engine';

/** Takes the admin's rights from a user in the database itself, as only its keeper can. */
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
