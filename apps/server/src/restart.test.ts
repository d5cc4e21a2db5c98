import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';

const INTERRUPTED = 'Interrotto dal riavvio del server, esito non confermato';
/** Longer than a busy machine needs to create a schedule: at its end the schedule must still be in the future. */
const SOON_MS = 3000;
const OPERATOR = { username: 'valdombra', password: OPERATOR_PASSWORD };

describe('a server that ends before it could send a schedule’s command', () => {
  let dataDir: string;
  let aheadMs: number;
  let running: RunningApp | undefined;

  const start = async (settings: Record<string, string> = {}) => {
    running = await startApp({ dataDir, settings, clock: { now: () => Date.now() + aheadMs } });
    return running;
  };
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };

  /** Without any broker the command is accepted, and waits until its deadline. */
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-restart-'));
    aheadMs = 0;
    const app = await start({ EMBEDDED_BROKER_PORT: '0' });
    const { id: userId, client } = await app.createOperator(OPERATOR.username);
    await app.createDevice({ topic: '/3/val/s1', userId });
    const datetime = new Date(Date.now() + SOON_MS).toISOString();
    await client('createSchedule', { body: { color: 'rosso', datetime, device_type: 'semaforo' } });
    await until(
      'its command is accepted',
      async () => (await client('listSchedules'))[0]?.outcome === 'in corso',
    );
    await stop();
  });
  afterEach(async () => {
    await stop();
    rmSync(dataDir, { recursive: true });
  });

  test('says so when it comes back too late: the delivery expired, the schedule was missed', async () => {
    aheadMs = 60_000;
    const client = await (await start()).logIn(OPERATOR);
    expect(await client('listSchedules')).toMatchObject([{ executed: true, outcome: 'mancata' }]);
    expect(await client('listHistory')).toMatchObject([{ outcome: 'scaduto', outcome_reason: INTERRUPTED }]);
  });

  test('sends it when it comes back in time', async () => {
    const app = await start();
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    const client = await app.logIn(OPERATOR);
    await until(
      'the signal confirms',
      async () => (await client('listHistory'))[0]?.outcome === 'confermato',
    );
    // How late it was sent depends on how fast the machine starts a server.
    const outcome: unknown = expect.stringMatching(/^(eseguita|in ritardo)$/);
    expect(await client('listSchedules')).toMatchObject([
      { executed: true, outcome, confirmed: 1, total: 1 },
    ]);
  });

  test('sends it again to a device that subscribes just after, and speaks only when it is commanded', async () => {
    const app = await start();
    await until('it was handed to the broker', () => app.log.includes('published'));
    const device = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    const published: string[] = [];
    device.on('message', (topic, payload) => {
      published.push(`${topic} ${payload.toString()}`);
      device.publish(topic.replace('/set', ''), payload, { qos: 1 });
    });
    await device.subscribeAsync('/3/val/s1/+/set', { qos: 1 });
    const client = await app.logIn(OPERATOR);
    const [ended] = await until('it has ended', async () => {
      const history = await client('listHistory');
      return history[0]?.outcome !== 'accettato' && history[0]?.outcome !== 'inviato' && history;
    });
    expect(ended).toMatchObject({ outcome: 'confermato' });
    expect(published[0]).toBe('/3/val/s1/out4/set 1');
    await device.endAsync(true);
  });
});
