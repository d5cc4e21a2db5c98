import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, logIn } from '@semaforo/client';
import { type Authority, createAuthority, hasOpenssl } from '@semaforo/testing/certificates';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import type { ServerProcess } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnBundledServer } from '../../test/bundled-server.ts';
import { untilStatus } from '../../test/running-app.ts';

describe.skipIf(!hasMosquitto || !hasOpenssl)('a broker with TLS', () => {
  let authority: Authority;
  let broker: Mosquitto;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    authority = createAuthority();
    broker = await startBroker(authority.issue('localhost'));
  });
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    authority.remove();
  });

  const startBroker = async (certificate?: { file: string; keyFile: string }) => {
    const mosquitto = createMosquitto(await freePort(), certificate && { certificate });
    stops.push(mosquitto.remove);
    await mosquitto.start();
    return mosquitto;
  };
  /** Node reads which authorities it trusts when a process starts. */
  const startServer = async (trusted: Record<string, string>) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'semaforo-tls-'));
    const server: ServerProcess = spawnBundledServer({
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      EMBEDDED_BROKER_PORT: '0',
      ADMIN_PASSWORD: ADMIN.password,
      ...trusted,
    });
    stops.push(async () => {
      await server.end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    });
    const admin = await logIn({ origin: await server.ready() }, ADMIN);
    const logged = (reason: string) =>
      until(`the log says ${reason}`, () => server.output().includes(reason));
    return { admin, logged };
  };
  const adopt = (admin: Client, host: string, { port }: Mosquitto) =>
    admin.attempt('saveBrokerConfig', { body: { broker: `mqtts://${host}`, port, ...MOSQUITTO_LOGIN } });
  // The same for each of them: a trial is no port scanner.
  const refused = {
    status: 422,
    error: {
      message:
        'Nessun broker utilizzabile risponde a questo indirizzo: controlla host, porta, TLS e certificato',
      code: 'broker-refused',
    },
  };

  test('a broker with a trusted certificate is adopted and its messages are received', async () => {
    const { admin, logged } = await startServer({ NODE_EXTRA_CA_CERTS: authority.file });
    const { port } = broker;
    expect(await adopt(admin, 'localhost', broker)).toMatchObject({
      status: 200,
      answer: { broker: 'mqtts://localhost', port },
    });
    expect(await admin('getBrokerStatus')).toMatchObject({ connected: true });

    await admin('createDevice', { body: { topic: '/3/val/s1', type: 'semaforo', userId: 1 } });
    const device = await connectAsync(`mqtts://localhost:${port}`, {
      ...MOSQUITTO_LOGIN,
      ca: readFileSync(authority.file),
    });
    await device.publishAsync('/3/val/s1/out4', '1', { qos: 1 });
    await untilStatus(admin, '/3/val/s1', 'shows rosso', ({ status }) => status === 'rosso');
    await device.endAsync();

    expect(await adopt(admin, '127.0.0.1', broker)).toMatchObject(refused);
    await logged('Il certificato del broker è di un altro host');
    const expired = await startBroker(authority.issue('localhost', { expired: true }));
    expect(await adopt(admin, 'localhost', expired)).toMatchObject(refused);
    await logged('Il certificato del broker è scaduto o non ancora valido');
    expect(await admin('getBrokerStatus')).toMatchObject({ connected: true });
  });

  test('a broker with an unknown authority, or without TLS, is refused, and the log says why', async () => {
    const { admin, logged } = await startServer({});
    expect(await adopt(admin, 'localhost', broker)).toMatchObject(refused);
    await logged('Il certificato del broker non è di un’autorità riconosciuta da questo server');
    expect(await adopt(admin, 'localhost', await startBroker())).toMatchObject(refused);
    expect(await admin('getBrokerStatus')).toMatchObject({ connected: false });
  });
});
