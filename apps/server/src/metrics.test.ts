import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FakeTelegram, startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { findTestPrograms } from '@semaforo/testing/machine';
import { until } from '@semaforo/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';

const { promtool } = findTestPrograms();
const inOps = (file: string) => fileURLToPath(new URL(`../../../ops/${file}`, import.meta.url));
const CANARY = 'canarino-di-prova';

let fake: FakeTelegram;
let app: RunningApp;

beforeAll(async () => {
  fake = await startFakeTelegram();
  app = await startApp({
    settings: {
      ...fake.settings,
      SECRET_KEY: `${CANARY}-di-trentadue-lettere-e-piu`,
      BACKUP_PASSPHRASE: `${CANARY}-2`,
    },
  });
  const { id: userId, client } = await app.createOperator(`comune-${CANARY}`);
  for (const name of ['buono', 'muto']) await app.createDevice({ topic: `/3/${CANARY}/${name}`, userId });
  await app.startFleet([
    { key: `/3/${CANARY}/buono`, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
  ]);
  await until('the signal was heard', async () =>
    (await client('listDeviceStatuses')).some(({ status }) => status === 'verde'),
  );
  await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
});
afterAll(async () => {
  await app.stop();
  await fake.stop();
});

const read = async () => (await fetch(`${app.url}/metrics`)).text();
const sampleOf = (metrics: string, sample: string) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')[1],
  );

describe('/metrics', () => {
  test('tells what became of commands, how fast, and how the devices stand', async () => {
    const metrics = await until('both deliveries have ended', async () => {
      const text = await read();
      return sampleOf(text, 'semaforo_deliveries_under_way') === 0 ? text : undefined;
    });
    expect(sampleOf(metrics, 'semaforo_commands_total{origin="operatore"}')).toBe(1);
    expect(sampleOf(metrics, 'semaforo_deliveries_total{outcome="confermato"}')).toBe(1);
    expect(
      sampleOf(metrics, 'semaforo_deliveries_total{outcome="fallito"}') ||
        sampleOf(metrics, 'semaforo_deliveries_total{outcome="scaduto"}'),
    ).toBe(1);
    expect(sampleOf(metrics, 'semaforo_confirmation_seconds_count')).toBe(1);
    expect(sampleOf(metrics, 'semaforo_confirmation_seconds_sum')).toBeGreaterThan(0);
    expect(sampleOf(metrics, 'semaforo_devices{state="ok"}')).toBe(1);
    expect(sampleOf(metrics, 'semaforo_devices{state="error"}')).toBe(1);
    expect(sampleOf(metrics, 'semaforo_devices_out_of_sync')).toBe(0);
  });

  test('tells of messages, database, links, ages, disk and process', async () => {
    const metrics = await read();
    for (const sample of [
      'semaforo_device_messages_total',
      'semaforo_database_seconds_count{kind="write"}',
      'semaforo_data_dir_free_bytes',
      'semaforo_data_dir_size_bytes',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(sampleOf(metrics, sample), sample).toBeGreaterThan(0);
    }
    expect(sampleOf(metrics, 'semaforo_broker_connected')).toBe(1);
    expect(sampleOf(metrics, 'semaforo_database_errors_total')).toBe(0);
    expect(sampleOf(metrics, 'semaforo_pages')).toBe(0);
    expect(metrics).toContain('semaforo_backup_age_seconds +Inf');
    expect(metrics).toContain('semaforo_bulletin_age_seconds +Inf');
    expect(metrics).toMatch(/^semaforo_bot_running [01]$/m);
    expect(sampleOf(metrics, 'semaforo_bot_messages_waiting')).toBeGreaterThanOrEqual(0);
    expect(sampleOf(metrics, 'semaforo_push_messages_waiting')).toBe(0);
  });

  test('names no device, no user, no secret, and has few words as labels', async () => {
    const metrics = await read();
    for (const secret of [CANARY, OPERATOR_PASSWORD, fake.settings.TELEGRAM_BOT_TOKEN]) {
      expect(metrics).not.toContain(secret);
    }
    const labels = [...metrics.matchAll(/[{,](\w+)="/g)].map(([, label]) => label);
    const own = new Set(['reason', 'outcome', 'origin', 'state', 'kind', 'le']);
    const nodes = new Set(['type', 'space', 'version', 'major', 'minor', 'patch']);
    expect(labels.filter((label = '') => !own.has(label) && !nodes.has(label))).toEqual([]);
  });

  test.skipIf(promtool === undefined)('is good Prometheus text, says promtool', async () => {
    const metrics = await read();
    const { stderr, status } = spawnSync(promtool ?? '', ['check', 'metrics'], {
      input: metrics,
      encoding: 'utf8',
    });
    // 3: readable, but not named as its authors would; so some of Node's own are.
    expect([0, 3]).toContain(status);
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('nodejs_'))).toEqual([]);
  });
});

describe('the files for Prometheus and Grafana', () => {
  const rules = (
    parse(readFileSync(inOps('prometheus/semaforo.rules.yml'), 'utf8')) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    }
  ).groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(readFileSync(inOps('grafana/semaforo.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };

  test('name only metrics that there are', async () => {
    const known = new Set([...(await read()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const exprs = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const named = exprs.flatMap((expr) => expr.match(/\b(semaforo|nodejs|process)_\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')),
    );
    expect(missing).toEqual([]);
  });

  test.skipIf(promtool === undefined)('are good rules that ring as they should, says promtool', () => {
    const run = (...given: string[]) =>
      execFileSync(promtool ?? '', given, { encoding: 'utf8', stdio: 'pipe' });
    expect(run('check', 'rules', inOps('prometheus/semaforo.rules.yml'))).toContain(
      `${rules.length} rules found`,
    );
    expect(run('check', 'config', inOps('prometheus/prometheus.yml'))).toContain('SUCCESS');
    expect(run('test', 'rules', inOps('prometheus/semaforo.rules.test.yml'))).toContain('SUCCESS');
  });
});

test('one id leads from the request of a command to the word of the device', async () => {
  const { id: userId, client } = await app.createOperator('torrealta');
  await app.createDevice({ topic: '/3/torre/s1', userId });
  await app.startFleet([
    { key: '/3/torre/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
  ]);
  await until('the signal was heard', async () =>
    (await client('listDeviceStatuses')).some(({ status }) => status === 'verde'),
  );
  const token = await app.tokenOf({ username: 'torrealta', password: OPERATOR_PASSWORD });
  const answer = await fetch(`${app.url}/api/devices/command?type=semaforo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'giallo' }),
  });
  const requestId = answer.headers.get('x-request-id');
  const { commandId } = (await answer.json()) as { commandId: number };
  const trail = await until('the request is in the log', () => {
    const lines = app.logLines.filter((line) => line.requestId === requestId);
    return lines.some(({ message }) => message === 'request') ? lines : undefined;
  });
  const steps = trail.map(({ message, state, outcome, channel }) =>
    [message, state ?? outcome ?? channel].join(' '),
  );
  expect(steps).toEqual(
    expect.arrayContaining([
      'delivery accettato',
      'published acknowledged',
      'reported out2',
      'delivery confermato',
    ]),
  );
  expect(new Set(trail.map((line) => line.commandId))).toEqual(new Set([commandId, undefined]));
  expect(new Set(trail.map((line) => line.device))).toEqual(new Set(['/3/torre/s1', undefined]));
});
