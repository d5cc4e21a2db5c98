import {
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { type Client, logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeFormat1 } from '../test/format-1-backup.ts';
import { runProgram } from '../test/run-program.ts';
import { createServerPlace, PASSPHRASE, type ServerPlace, withServer } from '../test/server-place.ts';
import { createPlaceOf010, testEngines } from '../test/test-database.ts';
import { type OpenDatabase, openDatabase } from './database/engine.ts';
import { listMigrations, newestMigration } from './database/migrate.ts';
import { decryptAge } from './operations/age-stream.ts';
import { readTar } from './operations/tar-entries.ts';
import { through } from './operations/through.ts';
import { Secret } from './platform/secret.ts';

const OPERATOR = { username: 'valdombra', password: 'operatore-di-prova-1' };

/** What a restored console must show as the first one did. */
async function readAll(admin: Client) {
  return {
    users: await admin('listUsers'),
    devices: await admin('listManagedDevices'),
    schedules: await admin('listSchedules'),
    history: await admin('listHistory'),
    broker: await admin('getBrokerConfig'),
  };
}

describe.each(testEngines())('a backup of %s', (engine) => {
  let place: ServerPlace;
  let restored: ServerPlace;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    place = await createServerPlace(engine);
    restored = await createServerPlace(engine);
    folder = mkdtempSync(join(tmpdir(), 'semaforo-backup-'));
    file = join(folder, 'copia.backup');
  });
  afterEach(async () => {
    await place.remove();
    await restored.remove();
    rmSync(folder, { recursive: true });
  });

  const fill = async (origin: string) => {
    const admin = await logIn({ origin }, ADMIN);
    const { id: userId } = await admin('createUser', { body: OPERATOR });
    await admin('createDevice', { body: { name: 'Ponte', topic: '/3/val/s1', type: 'semaforo', userId } });
    const operator = await logIn({ origin }, OPERATOR);
    const datetime = new Date(Date.now() + 3_600_000).toISOString();
    await operator('createSchedule', { body: { color: 'rosso', datetime, device_type: 'semaforo' } });
    return admin;
  };

  test('of a running server is restored as the same console, where everybody logs in again', async () => {
    const before = await withServer(place, async (origin) => {
      const admin = await fill(origin);
      expect(await runProgram('backup', [file], place.settings)).toMatchObject({ code: 0 });
      return { token: admin.token, ...(await readAll(admin)) };
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['copia.backup']);

    const checked = await runProgram('restore', ['--check', file], place.settings);
    expect(checked).toMatchObject({ code: 0 });
    expect(checked.output).toMatch(
      /Copia integra: mostra i dati del .*\n(.*\n)* {2}devices: 1\n(.*\n)*Registro integro: \d/,
    );

    const { code, output } = await runProgram('restore', [file], restored.settings);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('a nessun dispositivo è stato mandato nulla'),
    ]);
    expect(statSync(restored.dataDir).mode & 0o077).toBe(0);
    await withServer(restored, async (origin) => {
      const former = await fetch(`${origin}/api/user/me`, {
        headers: { authorization: `Bearer ${before.token}` },
      });
      expect(former.status).toBe(401);
      const admin = await logIn({ origin }, ADMIN);
      expect({ token: before.token, ...(await readAll(admin)) }).toEqual(before);
      await logIn({ origin }, OPERATOR);
    });
  });

  test('that an admin downloads with a passphrase of their own is restored, and leaves nothing behind', async () => {
    const own = 'la passphrase di chi scarica';
    const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('semaforo-copia-'));
    const before = await withServer(place, async (origin) => {
      const admin = await fill(origin);
      const download = (token: string | undefined, passphrase: string) =>
        fetch(`${origin}/api/admin/backups/download`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ passphrase }),
        });
      const operator = await logIn({ origin }, OPERATOR);
      expect((await download(operator.token, own)).status).toBe(403);
      expect((await download(admin.token, 'corta')).status).toBe(400);
      const answer = await download(admin.token, own);
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="semaforo-.*\.backup"$/,
      );
      writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
      await expect.poll(leftovers).toEqual([]);
      expect(await admin('getBackups')).toMatchObject({
        last: { kind: 'manual', bytes: statSync(file).size },
      });
      const { entries } = await admin('listAudit');
      expect(entries.find(({ action }) => action === 'backups.download')).toMatchObject({
        ...{ username: ADMIN.username, outcome: 'riuscita', after: { bytes: statSync(file).size } },
      });
      expect(JSON.stringify(entries)).not.toContain(own);
      return readAll(admin);
    });
    const settings = { ...restored.settings, BACKUP_PASSPHRASE: own };
    expect(await runProgram('restore', [file], settings)).toMatchObject({ code: 0 });
    await withServer(restored, async (origin) => {
      expect(await readAll(await logIn({ origin }, ADMIN))).toEqual(before);
    });
  });

  test('is not restored over anything', async () => {
    await withServer(place, async (origin) => {
      await fill(origin);
      await runProgram('backup', [file], place.settings);
      const running = await runProgram('restore', [file], place.settings);
      expect(running.code).toBe(1);
      expect(running.output).toContain('è già in uso da un altro processo');
    });
    const full = await runProgram('restore', [file], place.settings);
    expect(full.code).toBe(1);
    expect(full.output).toMatch(/^La cartella .* non è vuota \(contiene .*\): una copia si ripristina solo/);
    if (engine === 'sqlite') return;
    const filled = { ...place.settings, DATA_DIR: restored.dataDir };
    expect((await runProgram('restore', [file], filled)).output).toMatch(/^La base di dati non è vuota/);
  });

  test('shows nothing to who does not know the passphrase, and is believed only as it was written', async () => {
    await withServer(place, async (origin) => {
      await fill(origin);
      await runProgram('backup', [file], place.settings);
    });
    const bytes = readFileSync(file);
    const key = readFileSync(join(place.dataDir, 'secret.key'));
    for (const secret of ['valdombra', 'argon2', PASSPHRASE, key.toString()])
      expect(bytes.includes(secret)).toBe(false);

    const other = { ...restored.settings, BACKUP_PASSPHRASE: 'un’altra passphrase' };
    expect(await runProgram('restore', [file], other)).toEqual({
      code: 1,
      output: 'La passphrase non è quella della copia, o la copia è danneggiata\n',
    });
    const truncated = join(folder, 'troncata');
    writeFileSync(truncated, bytes.subarray(0, bytes.length - 1));
    const altered = join(folder, 'cambiata');
    const middle = bytes.length >> 1;
    writeFileSync(
      altered,
      Buffer.concat([
        bytes.subarray(0, middle),
        Buffer.of((bytes[middle] ?? 0) ^ 1),
        bytes.subarray(middle + 1),
      ]),
    );
    for (const damaged of [truncated, altered]) {
      const { code, output } = await runProgram('restore', [damaged], restored.settings);
      expect([code, output]).toEqual([1, expect.stringMatching(/danneggiata/)]);
    }
    // Nothing is left of the attempts: the place still counts as empty.
    expect(await runProgram('restore', [file], restored.settings)).toMatchObject({ code: 0 });
  });

  const backUpData = async (change?: (database: OpenDatabase) => Promise<unknown>) => {
    const old = await createPlaceOf010(engine);
    const database = openDatabase(old);
    await change?.(database);
    await database.close();
    const settings = {
      DATA_DIR: old.dataDir,
      ...(old.databaseUrl !== undefined && { DATABASE_URL: old.databaseUrl }),
      BACKUP_PASSPHRASE: PASSPHRASE,
    };
    expect(await runProgram('backup', [file], settings)).toMatchObject({ code: 0 });
    await old.remove();
  };

  test('of version 0.1.0 is checked, and restored with the schema of this version', async () => {
    await backUpData();
    expect(await runProgram('restore', ['--check', file], restored.settings)).toMatchObject({ code: 0 });
    expect(await runProgram('restore', [file], restored.settings)).toMatchObject({ code: 0 });
    const { db, close } = openDatabase(restored);
    expect(await newestMigration(db)).toBe(listMigrations().at(-1));
    const users = await db.selectFrom('users').select('username').orderBy('id').execute();
    expect(users.map(({ username }) => username)).toEqual(['admin', 'valdombra', 'torrealta']);
    await close();
  });

  test('in the format of before 0.4.0 is restored, and one of a newer format is refused', async () => {
    await backUpData();
    const files: [string, Buffer][] = [];
    const plain = decryptAge(createReadStream(file), new Secret(PASSPHRASE));
    for await (const { name, content } of readTar(through(plain, createGunzip()))) {
      const parts: Buffer[] = [];
      for await (const part of content) parts.push(part);
      files.push([name, Buffer.concat(parts)]);
    }
    const old = await writeFormat1(files, PASSPHRASE);
    writeFileSync(file, old);
    const other = { ...restored.settings, BACKUP_PASSPHRASE: 'un’altra passphrase' };
    expect((await runProgram('restore', [file], other)).output).toContain('La passphrase non è quella');
    expect(await runProgram('restore', [file], restored.settings)).toMatchObject({ code: 0 });
    writeFileSync(file, Buffer.concat([Buffer.from('SEMAFORO-BACKUP 2 '), old.subarray(18)]));
    const newer = await runProgram('restore', ['--check', file], place.settings);
    expect(newer.output).toContain('La copia ha un formato più nuovo di questo programma');
  });

  test('of before version 0.1.0 is refused, and leaves the place empty', async () => {
    await backUpData(({ db }) => sql`delete from kysely_migration where name > '0028-plans'`.execute(db));
    for (const given of [['--check', file], [file]]) {
      const { code, output } = await runProgram('restore', given, restored.settings);
      expect([code, output]).toEqual([
        1,
        expect.stringContaining('(schema 0028-plans). La 0.1.0 li aggiorna: avviala una volta'),
      ]);
    }
    rmSync(file);
    await backUpData();
    expect(await runProgram('restore', [file], restored.settings)).toMatchObject({ code: 0 });
  });

  test('is not made without a passphrase, nor over another file', async () => {
    await withServer(place, () => Promise.resolve());
    const { BACKUP_PASSPHRASE: _, ...without } = place.settings;
    const refused = await runProgram('backup', [file], without);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Serve una passphrase')]);
    writeFileSync(file, 'di un altro');
    expect(await runProgram('backup', [file], place.settings)).toEqual({
      code: 1,
      output: `Il file ${file} esiste già: indica un altro nome\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('di un altro');
  });
});

test.runIf(testEngines().includes('postgres'))('a missing pg_dump is told with its package', async () => {
  const place = await createServerPlace('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-backup-'));
  await withServer(place, () => Promise.resolve());
  const { code, output } = await runProgram('backup', [join(folder, 'x')], {
    ...place.settings,
    PATH: folder,
  });
  expect([code, output]).toEqual([1, expect.stringContaining('Manca il programma pg_dump')]);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  await place.remove();
});
