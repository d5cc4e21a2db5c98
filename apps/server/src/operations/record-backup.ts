import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { openDatabase } from '../database/engine.ts';
import { createBackupsRepository } from './backups.repository.ts';
import type { DatabasePlace } from './database-place.ts';

/** Tells the console of a backup that a person made. A database of an older version has no place for that. */
export async function recordBackup(
  place: DatabasePlace,
  { at, file }: { at: number; file: string },
): Promise<void> {
  const { db, close } = openDatabase(place);
  try {
    const tables = await db.introspection.getTables();
    if (!tables.some(({ name }) => name === 'backups')) return;
    const bytes = statSync(file).size;
    await createBackupsRepository(db).saveGood({ kind: 'manual', at, file: basename(file), bytes });
  } finally {
    await close();
  }
}
