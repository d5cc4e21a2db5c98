import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Authority, createAuthority, hasOpenssl } from '@semaforo/testing/certificates';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnBundledServer } from '../../test/bundled-server.ts';
import { startApp, untilStatus } from '../../test/running-app.ts';
import { StartupError } from '../platform/startup-error.ts';
import { readTlsFiles } from './tls-files.ts';

describe.skipIf(!hasOpenssl)('the embedded broker with TLS', () => {
  let authority: Authority;
  let folder: string;

  beforeAll(() => {
    authority = createAuthority();
    folder = mkdtempSync(join(tmpdir(), 'semaforo-broker-tls-'));
  });
  afterAll(() => {
    authority.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a device reports by TLS, and a saved broker at that port is the embedded one', async () => {
    const { file, keyFile } = authority.issue('localhost');
    const port = await freePort();
    const app = await startApp({
      settings: {
        EMBEDDED_BROKER_TLS_PORT: String(port),
        EMBEDDED_BROKER_TLS_CERT: file,
        EMBEDDED_BROKER_TLS_KEY: keyFile,
      },
    });
    const { id: userId, client } = await app.createOperator('valdombra');
    await app.createDevice({ topic: '/3/val/s1', userId });
    const admin = await app.logIn({ username: 'admin', password: 'lampada-di-prova-42' });
    await admin('saveBrokerConfig', { body: { broker: 'mqtts://localhost', port, ...BROKER_LOGIN } });
    const ca = readFileSync(authority.file);
    const device = await connectAsync(`mqtts://localhost:${port}`, { ...BROKER_LOGIN, ca });
    await device.publishAsync('/3/val/s1/out4', '1', { qos: 1 });
    await untilStatus(client, '/3/val/s1', 'shows rosso', ({ status }) => status === 'rosso');
    await expect(
      connectAsync(`mqtts://localhost:${port}`, { ...BROKER_LOGIN, reconnectPeriod: 0 }),
    ).rejects.toThrow();
    await device.endAsync(true);
    await app.stop();
  });

  test('wrong files stop the start with one line', async () => {
    const { file, keyFile } = authority.issue('localhost');
    const other = authority.issue('localhost');
    const nonsense = join(folder, 'nonsense.pem');
    writeFileSync(nonsense, 'not a certificate');
    const absent = join(folder, 'absent.pem');
    for (const [cert, key, sentence] of [
      [absent, keyFile, `EMBEDDED_BROKER_TLS_CERT: il file ${absent} non si può leggere`],
      [file, absent, `EMBEDDED_BROKER_TLS_KEY: il file ${absent} non si può leggere`],
      [nonsense, keyFile, `EMBEDDED_BROKER_TLS_CERT: ${nonsense} non contiene un certificato PEM`],
      [file, nonsense, `EMBEDDED_BROKER_TLS_KEY: ${nonsense} non contiene una chiave PEM senza password`],
      [
        file,
        other.keyFile,
        `EMBEDDED_BROKER_TLS_KEY: ${other.keyFile} non è la chiave del certificato ${file}`,
      ],
    ] as const) {
      expect(() => readTlsFiles({ cert, key })).toThrow(new StartupError(`Impostazione ${sentence}`));
    }
    const server = spawnBundledServer({
      DATA_DIR: join(folder, 'data'),
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: String(await freePort()),
      EMBEDDED_BROKER_TLS_PORT: String(await freePort()),
      EMBEDDED_BROKER_TLS_CERT: absent,
      EMBEDDED_BROKER_TLS_KEY: keyFile,
      ADMIN_PASSWORD: 'lampada-di-prova-42',
    });
    expect(await server.ended).toBe(1);
    expect(server.output().trim()).toBe(
      `Impostazione EMBEDDED_BROKER_TLS_CERT: il file ${absent} non si può leggere`,
    );
  });
});
