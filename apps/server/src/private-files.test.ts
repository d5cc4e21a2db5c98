import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';

const CORRECTED = /"corrected":\[[^\]]*\].*the data folder was open to other users/g;

let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'semaforo-private-'));
  dataDir = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const openToOthers = () =>
  ['.', ...readdirSync(dataDir)].filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);

/** Starts and stops the server; resolves to what others could read meanwhile, and how often it was said. */
async function run() {
  const server = spawnBundledServer({
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: String(await freePort()),
    ADMIN_PASSWORD: ADMIN.password,
  });
  await server.ready();
  const open = openToOthers();
  const files = readdirSync(dataDir);
  await server.end('SIGTERM');
  return { open, files, said: server.output().match(CORRECTED)?.length ?? 0 };
}

test('what the server makes can be read by its owner alone, also in a folder that was open', async () => {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const { open, files, said } = await run();
  expect(open).toEqual([]);
  expect(files).toContain('semaforo.sqlite-wal');
  expect(said).toBe(1);
});

test('files that were open to others are closed at the start, with one line', async () => {
  await run();
  writeFileSync(join(dataDir, 'nota'), '');
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
  chmodSync(dataDir, 0o755);
  expect(await run()).toMatchObject({ open: [], said: 1 });
  expect(await run()).toMatchObject({ open: [], said: 0 });
});
