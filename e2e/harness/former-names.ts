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

/** Gives devices such names, by those that they have; a server reads them when it starts. */
export async function renameDevices(dataDir: string, names: Record<string, string>): Promise<void> {
  const { db, close } = openDatabase({ databaseUrl: undefined, dataDir });
  try {
    for (const [former, name] of Object.entries(names)) {
      await db.updateTable('devices').set({ name }).where('name', '=', former).execute();
    }
  } finally {
    await close();
  }
}
