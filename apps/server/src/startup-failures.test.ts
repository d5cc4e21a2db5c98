import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';
import { startApp } from '../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../test/test-database.ts';
import { openDatabase } from './database/engine.ts';

const RESTORE =
  'Metti da parte la cartella e ripristina l’ultima copia in una vuota: npm run restore -- FILE';

let dataDir: string;
let settings: Record<string, string>;
let occupier: Server | undefined;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'semaforo-startup-'));
  settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: String(await freePort()),
    ADMIN_PASSWORD: ADMIN.password,
  };
});

afterEach(async () => {
  await new Promise((resolve) => (occupier ? occupier.close(resolve) : resolve(undefined)));
  occupier = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Takes a port for another program; resolves to it. */
async function occupyPort(): Promise<string> {
  const server = createServer();
  occupier = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return String((server.address() as AddressInfo).port);
}

/** Starts a server that cannot start; resolves to what it printed, once it has ended with exit code 1. */
async function failToStart(): Promise<string> {
  const server = spawnBundledServer(settings);
  expect(await server.ended).toBe(1);
  return server.output().trim();
}

test('a port that another program uses ends the start with one line', async () => {
  settings.PORT = await occupyPort();
  expect(await failToStart()).toBe(`La porta ${settings.PORT} è già in uso da un altro programma`);
});

test('the password of the first admin is shown by the first start that succeeds', async () => {
  delete settings.ADMIN_PASSWORD;
  const { PORT } = settings;
  settings.PORT = await occupyPort();
  expect(await failToStart()).not.toContain('Primo accesso');
  const server = spawnBundledServer({ ...settings, PORT: PORT ?? '' });
  await server.ready();
  expect(server.output()).toMatch(/^Primo accesso: admin \/ \S{16}$/m);
  await server.end('SIGTERM');
});

test('a broker port that another program uses ends the start with one line', async () => {
  settings.EMBEDDED_BROKER_PORT = await occupyPort();
  expect(await failToStart()).toBe(
    `La porta ${settings.EMBEDDED_BROKER_PORT} del broker incorporato è già in uso da un altro programma`,
  );
});

test('a host that is not of this machine ends the start with one line', async () => {
  settings.HOST = '192.0.2.1';
  expect(await failToStart()).toBe('Impostazione HOST: 192.0.2.1 non è un indirizzo di questo computer');
});

test('a broker host that is not of this machine ends the start with one line', async () => {
  settings.EMBEDDED_BROKER_HOST = '192.0.2.1';
  expect(await failToStart()).toBe(
    'Impostazione EMBEDDED_BROKER_HOST: 192.0.2.1 non è un indirizzo di questo computer',
  );
});

test('a data folder that cannot be made ends the start with one line', async () => {
  writeFileSync(join(dataDir, 'file'), '');
  settings.DATA_DIR = join(dataDir, 'file', 'data');
  expect(await failToStart()).toBe(
    `La cartella dei dati ${settings.DATA_DIR} non è utilizzabile: non è una cartella`,
  );
});

test('a folder in the place of the key ends the start with one line', async () => {
  mkdirSync(join(dataDir, 'secret.key'), { mode: 0o700 });
  expect(await failToStart()).toBe(
    `La cartella dei dati ${dataDir} non è utilizzabile: al posto di un file c’è una cartella`,
  );
});

test('a damaged database ends the start with one line', async () => {
  writeFileSync(join(dataDir, 'semaforo.sqlite'), 'this is no database'.repeat(100), { mode: 0o600 });
  expect(await failToStart()).toBe(
    `La cartella dei dati ${dataDir} non è utilizzabile: un file della base di dati è danneggiato. ${RESTORE}`,
  );
});

describe('a server never starts on less than it had', () => {
  const sqlite = () => join(dataDir, 'semaforo.sqlite');

  beforeEach(async () => {
    const server = spawnBundledServer(settings);
    await server.ready();
    await server.end('SIGTERM');
  });

  test('nor on a database with a damaged page in its middle', async () => {
    const bytes = readFileSync(sqlite());
    bytes.fill(0x5a, 4096 * 8, 4096 * 12);
    writeFileSync(sqlite(), bytes);
    expect(await failToStart()).toContain(`un file della base di dati è danneggiato. ${RESTORE}`);
    expect(readFileSync(sqlite()).equals(bytes)).toBe(true);
  });

  test.each(['is gone', 'is empty'])('nor when the database %s', async (how) => {
    if (how === 'is gone') rmSync(sqlite());
    else writeFileSync(sqlite(), '');
    expect(await failToStart()).toContain('la base di dati manca o è vuota, ma un server l’ha usata');
  });

  test('nor on a schema that a newer version made', async () => {
    const { db, close } = openDatabase({ databaseUrl: undefined, dataDir });
    await sql`insert into kysely_migration values ('9999-later', '2030-01-01')`.execute(db);
    await close();
    expect(await failToStart()).toContain('è di una versione più nuova di Semaforo (9999-later)');
  });

  test('nor on a schema of before version 0.1.0, which it leaves as it is', async () => {
    const { db, close } = openDatabase({ databaseUrl: undefined, dataDir });
    await sql`delete from kysely_migration`.execute(db);
    await sql`insert into kysely_migration values ('0001-initial', '2026-11-20')`.execute(db);
    await close();
    const bytes = readFileSync(sqlite());
    expect(await failToStart()).toContain('(schema 0001-initial). La 0.1.0 li aggiorna: avviala una volta');
    expect(readFileSync(sqlite()).equals(bytes)).toBe(true);
  });

  test('nor while a restore is unfinished', async () => {
    mkdirSync(join(dataDir, 'ripristino-in-corso'));
    expect(await failToStart()).toContain('ripeti npm run restore -- FILE');
  });
});

describe('a PostgreSQL that is not there yet', () => {
  const LINE = 'PostgreSQL non risponde: chiude il collegamento. Riprovo finché non risponde';
  const AWAY = 'PostgreSQL non risponde più. Riprovo finché non risponde';
  let attempts: number;

  /** Drops the first connections to the address, then lets them through to it; resolves to the address to use. */
  async function hide(
    databaseUrl: string,
    { dropped, resetAfter = Infinity }: { dropped: number; resetAfter?: number },
  ): Promise<string> {
    const { hostname, port } = new URL(databaseUrl);
    attempts = 0;
    let answered = 0;
    const server = createServer((socket) => {
      attempts += 1;
      // A reset, always: what was read of it by then would decide between two sentences.
      if (attempts <= dropped) return socket.resetAndDestroy();
      const through = connect(Number(port), hostname);
      socket.pipe(through).pipe(socket);
      through.on('data', ({ length }) => {
        const before = answered;
        answered += length;
        // Once: the connection that is used when that many bytes were answered.
        if (before < resetAfter && answered >= resetAfter) socket.resetAndDestroy();
      });
      for (const end of [socket, through]) {
        end.on('error', () => end.destroy());
        end.on('close', () => [socket, through].map((each) => each.destroy()));
      }
    });
    occupier = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const hidden = new URL(databaseUrl);
    hidden.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return String(hidden);
  }

  test('is waited for, with one line, until the server is stopped', async () => {
    const nowhere = 'postgres://semaforo:segreto@127.0.0.1:5432/semaforo';
    settings.DATABASE_URL = await hide(nowhere, { dropped: Infinity });
    const server = spawnBundledServer(settings);
    await until('it has tried three times', () => attempts >= 3);
    expect(server.output().trim().split('\n')).toEqual([LINE]);
    expect(await server.end('SIGTERM')).toBe(0);
  });

  const isHere = testEngines().includes('postgres');
  test.runIf(isHere).each([
    ['is used once it is there', { dropped: 2 }, LINE],
    ['is waited for when it goes away in the middle of the start', { dropped: 0, resetAfter: 4000 }, AWAY],
  ])('%s', async (_, trouble, line) => {
    const place = await createTestDatabasePlace('postgres');
    settings.DATABASE_URL = await hide(String(place.databaseUrl), trouble);
    const server = spawnBundledServer(settings);
    try {
      await server.ready();
      expect(server.output()).toContain(line);
      expect(await server.end('SIGTERM')).toBe(0);
    } finally {
      // Nothing waits for connections that are still open.
      await server.end('SIGKILL');
      await place.remove();
    }
  });
});

test('a start that fails stops what it started, so that the next start succeeds', async () => {
  const brokerPort = String(await freePort());
  const taken = { PORT: await occupyPort(), EMBEDDED_BROKER_PORT: brokerPort };
  await expect(startApp({ dataDir, settings: taken })).rejects.toThrow('è già in uso');
  const app = await startApp({ dataDir, settings: { EMBEDDED_BROKER_PORT: brokerPort } });
  await app.stop();
});

test.skipIf(process.platform !== 'linux')(
  'a data folder that cannot be made ends the start with one line',
  async () => {
    settings.DATA_DIR = '/proc/nope';
    expect(await failToStart()).toBe(
      'La cartella dei dati /proc/nope non è utilizzabile: non può essere creata',
    );
  },
);
