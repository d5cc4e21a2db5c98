import { openDatabase } from '@semaforo/server/database/engine';

/** Gives a user a name that only an earlier version allowed, directly in the database. */
export async function renameUser(dataDir: string, id: number, username: string): Promise<void> {
  const { db, close } = openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const folded_username = username.normalize('NFKC').toLowerCase();
    await db.updateTable('users').set({ username, folded_username }).where('id', '=', id).execute();
  } finally {
    await close();
  }
}
