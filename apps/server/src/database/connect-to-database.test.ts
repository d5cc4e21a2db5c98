import { randomBytes } from 'node:crypto';
import { until } from '@semaforo/testing/until';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../test/test-database.ts';
import { StartupError } from '../platform/startup-error.ts';
import { connectToDatabase } from './connect-to-database.ts';
import { openDatabase } from './engine.ts';

describe.runIf(testEngines().includes('postgres'))('the first connection to PostgreSQL', () => {
  let place: TestDatabasePlace;
  let role: string;

  beforeEach(async () => {
    place = await createTestDatabasePlace('postgres');
    role = `role_${randomBytes(4).toString('hex')}`;
  });
  afterEach(async () => {
    await administer(`drop role if exists ${role}`);
    await place.remove();
  });

  const administer = async (...statements: string[]) => {
    const { db, close } = openDatabase(place);
    for (const statement of statements) await sql.raw(statement).execute(db);
    await close();
  };

  /** What the start says when it ends, or 'waits', or 'connected'. */
  const connectWith = async (change: (url: URL) => void): Promise<string> => {
    const url = new URL(String(place.databaseUrl));
    change(url);
    const database = openDatabase({ dataDir: '', databaseUrl: url.href });
    const waited: string[] = [];
    try {
      await connectToDatabase(database, {
        waits: (sentence) => void waited.push(sentence),
        isStopped: () => waited.length > 0,
      });
      return waited.length > 0 ? 'waits' : 'connected';
    } catch (error) {
      return error instanceof StartupError ? error.message : `not for a person: ${String(error)}`;
    } finally {
      await database.close();
    }
  };
  const ends = (wrong: string) => `Impostazione DATABASE_URL: PostgreSQL non è utilizzabile: ${wrong}`;

  test('is made with the right settings', async () => {
    expect(await connectWith(() => {})).toBe('connected');
  });

  test('ends the start for a database that does not exist', async () => {
    const toNowhere = (url: URL) => {
      url.pathname = 'nowhere';
    };
    expect(await connectWith(toNowhere)).toBe(ends('il database indicato non esiste'));
  });

  test('ends the start for a user that PostgreSQL does not let in', async () => {
    const asNobody = (url: URL) => {
      url.username = role;
    };
    expect(await connectWith(asNobody)).toBe(ends('rifiuta username o password'));
  });

  test('ends the start for a user who may not use the database', async () => {
    const name = new URL(String(place.databaseUrl)).pathname.slice(1);
    await administer(`create role ${role} login`, `revoke connect on database ${name} from public`);
    const asRole = (url: URL) => {
      url.username = role;
    };
    expect(await connectWith(asRole)).toBe(ends("l'utente non ha il permesso di usare il database"));
  });

  test('ends the start when it must be encrypted and PostgreSQL has no TLS', async () => {
    const encrypted = (url: URL) => url.searchParams.set('sslmode', 'no-verify');
    expect(await connectWith(encrypted)).toBe(ends('non accetta collegamenti cifrati'));
  });

  test('ends the start when PostgreSQL asks for a password and none, or another, is given', async () => {
    await administer(`create role ${role} login password 'segreta'`);
    await askForPassword();
    const withPassword = (password: string) => (url: URL) => {
      url.username = role;
      url.password = password;
    };
    await until(
      'PostgreSQL asks for it',
      async () => (await connectWith(withPassword('altra'))) === ends('rifiuta username o password'),
    );
    expect(await connectWith(withPassword(''))).toBe(ends('chiede una password'));
    expect(await connectWith(withPassword('segreta'))).toBe('connected');
  });

  test('waits for a port where no one listens', async () => {
    const toNoOne = (url: URL) => {
      url.port = '1';
    };
    expect(await connectWith(toNoOne)).toBe('waits');
  });

  /** Of this role alone: others use the same PostgreSQL. */
  const askForPassword = async () => {
    const { db, close } = openDatabase(place);
    const { rows } = await sql<{ path: string }>`select current_setting('hba_file') as path`.execute(db);
    await close();
    const rules = [`host all ${role} all scram-sha-256`, 'host all all all trust'];
    const lines = rules.map((rule) => `('${rule}')`).join(', ');
    await administer(`copy (values ${lines}) to '${rows[0]?.path}'`, 'select pg_reload_conf()');
  };
});
