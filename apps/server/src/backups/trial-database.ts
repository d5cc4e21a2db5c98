import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { BackupError } from './backup-error.ts';

const MAY_NOT = '42501';

/** A database of its own on a server of PostgreSQL, to try a backup with. */
export type TrialDatabase = { url: string; remove: () => Promise<void> };

export async function makeTrialDatabase(databaseUrl: string): Promise<TrialDatabase> {
  const name = `semaforo_prova_${randomBytes(6).toString('hex')}`;
  try {
    await administer(databaseUrl, `create database ${name} template template0`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === MAY_NOT)) throw error;
    throw new BackupError(
      'Per verificare la copia serve un utente di PostgreSQL che può creare una base di dati (createdb)',
    );
  }
  const url = new URL(databaseUrl);
  url.pathname = name;
  return { url: url.href, remove: () => administer(databaseUrl, `drop database ${name} with (force)`) };
}

async function administer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
