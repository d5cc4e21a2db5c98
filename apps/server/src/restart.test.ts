import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HistoryRecord } from '@semaforo/contract/api/commands';
import type { Schedule } from '@semaforo/contract/api/schedules';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';

const INTERRUPTED = 'Interrotto dal riavvio del server, esito non confermato';
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
  const schedules = async (call: Caller) => (await call('GET', '/api/schedule')).body as Schedule[];
  const history = async (call: Caller) =>
    (await call('GET', '/api/commands/history')).body as HistoryRecord[];

  /** Without any broker the command is accepted, and waits until its deadline. */
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'semaforo-restart-'));
    aheadMs = 0;
    const app = await start({ EMBEDDED_BROKER_PORT: '0' });
    const { id: userId, call } = await app.createOperator(OPERATOR.username);
    await app.createDevice({ topic: '/3/val/s1', userId });
    const datetime = new Date(Date.now() + 300).toISOString();
    await call('POST', '/api/schedule', { color: 'rosso', datetime, device_type: 'semaforo' });
    await until('its command is accepted', async () => (await schedules(call))[0]?.outcome === 'eseguita');
    await stop();
  });
  afterEach(async () => {
    await stop();
    rmSync(dataDir, { recursive: true });
  });

  test('says so when it comes back too late: the delivery expired, the schedule was missed', async () => {
    aheadMs = 60_000;
    const call = await (await start()).as(OPERATOR);
    expect(await schedules(call)).toMatchObject([{ executed: true, outcome: 'mancata' }]);
    expect(await history(call)).toMatchObject([{ outcome: 'scaduto', outcome_reason: INTERRUPTED }]);
  });

  test('sends it when it comes back in time', async () => {
    const app = await start();
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    const call = await app.as(OPERATOR);
    await until('the signal confirms', async () => (await history(call))[0]?.outcome === 'confermato');
    expect(await schedules(call)).toMatchObject([{ executed: true, outcome: 'eseguita' }]);
  });
});
