import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { bundleServer } from '@semaforo/testing/server-bundle';
import { spawnServer } from '@semaforo/testing/server-process';
import { expect, test } from 'vitest';
import { logIn } from './client.ts';

const PACKAGE = join(import.meta.dirname, '..');

test('the example of the README lists the devices of a server', async () => {
  const example = /```ts\n(.*?)```/s.exec(readFileSync(join(PACKAGE, 'README.md'), 'utf8'))?.[1] ?? '';
  const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-client-'));
  const bundle = bundleServer({ failPoints: false });
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    EMBEDDED_BROKER_PORT: '0',
    ADMIN_PASSWORD: ADMIN.password,
  };
  const server = spawnServer(settings, bundle.file);
  try {
    const origin = await server.ready();
    const admin = await logIn({ origin }, ADMIN);
    const { id: userId } = await admin('getMe');
    await admin('createDevice', { body: { topic: '/3/comune/s1', type: 'semaforo', userId } });

    const env = {
      PATH: process.env.PATH,
      SEMAFORO_URL: origin,
      SEMAFORO_USERNAME: ADMIN.username,
      SEMAFORO_PASSWORD: ADMIN.password,
    };
    const words = ['--import', 'tsx', '--input-type=module', '--eval', example];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: PACKAGE, env });
    expect(stdout).toContain('/3/comune/s1');
  } finally {
    await server.end('SIGKILL');
    bundle.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
