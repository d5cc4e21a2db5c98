import { logIn } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { readSystem, type SystemSources } from './read-system.ts';

const WELL: SystemSources = {
  brokerStatus: () => ({ connected: true, since: 1, reason: null }),
  takesWrites: () => Promise.resolve(true),
  disk: () => Promise.resolve({ freeBytes: 50e9, totalBytes: 100e9, fullInDays: null }),
  bulletins: () => Promise.resolve({ reading: true, issuedAt: 1, stale: false, failure: null, nextTryAt: 2 }),
  backups: () => Promise.resolve({ scheduled: true, goodAt: 1, stale: false, failure: null }),
  bot: { configured: true, isRunning: () => true, countWaiting: () => Promise.resolve(2) },
  mail: () => Promise.resolve({ configured: true, waiting: 0, failure: null }),
  lagMs: () => 3,
};
const read = (sources: Partial<SystemSources>) => readSystem({ ...WELL, ...sources }, { diskLowPercent: 10 });

describe('the state of the system', () => {
  test('is well in every part when every part answers', async () => {
    const state = await read({});
    expect(Object.values(state).map(({ health }) => health)).toEqual(Array(8).fill('ok'));
    expect(state.telegram.waiting).toBe(2);
  });

  test('names a database that takes nothing, and tells of the rest', async () => {
    const state = await read({
      takesWrites: () => Promise.resolve(false),
      bulletins: () => Promise.reject(new Error('away')),
      backups: () => new Promise(() => undefined),
    });
    expect(state.database).toEqual({ health: 'bad', responseMs: null });
    expect([state.bulletin.health, state.backup.health, state.broker.health]).toEqual([
      'unknown',
      'unknown',
      'ok',
    ]);
  });
});

describe('GET /api/admin/system', () => {
  let app: RunningApp;
  afterEach(() => app.stop());

  test('tells admins of every part in figures, and no one else', async () => {
    app = await startApp();
    const admin = await logIn({ origin: app.url }, ADMIN);
    const { id: userId, client } = await app.createOperator('valdombra');
    await app.createDevice({ topic: '/3/val/s1', userId });
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    const system = await until('the signal was heard', async () => {
      const system = await admin('getSystem');
      const { devices, messages } = system.figures;
      return devices.well === 1 && messages.received > 0 ? system : undefined;
    });
    expect(system.figures).toMatchObject({ confirmation: null, devices: { total: 1, error: 0 }, pages: 0 });
    expect(system.broker).toMatchObject({ health: 'ok', address: `127.0.0.1:${app.brokerPort}` });
    expect(system.database).toMatchObject({ health: 'ok', engine: 'sqlite' });
    expect(system.disk.total_bytes).toBeGreaterThan(0);
    expect(system).toMatchObject({
      bulletin: { health: 'off', reading: false },
      backup: { health: 'warning', scheduled: false, good_at: null },
      telegram: { health: 'off', waiting: null },
    });
    await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
    const { figures } = await admin('getSystem');
    expect(figures.confirmation?.median_s).toBeGreaterThan(0);
    expect(await client.attempt('getSystem')).toMatchObject({ status: 403 });
  });
});
