import type { Schedule, ScheduleWarnings } from '@semaforo/contract/api/schedules';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, type Caller, type RunningApp, startApp, untilRecord } from '../../test/running-app.ts';
import { openDatabase } from '../database/engine.ts';

const MINUTE_MS = 60_000;
/** Less than two leases: a longer one is that of a clock that was set back. */
const LEFT_OF_LEASE_MS = 15_000;

describe('schedules', () => {
  let app: RunningApp;
  let operator: { id: number; call: Caller };
  let now: number;

  /** The clock runs, but can be set ahead. */
  beforeEach(async () => {
    now = 0;
    app = await startApp({
      settings: { COMMAND_CONFIRM_MS: '400' },
      clock: { now: () => Date.now() + now },
    });
    operator = await app.createOperator('valdombra');
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: 'Piazza' });
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilRecord(operator.call, '/3/val/s1', 'shows verde', ({ status }) => status === 'verde');
  });
  afterEach(() => app.stop());

  const inFuture = (ms: number) => new Date(Date.now() + now + ms).toISOString();
  const plan = (color: string, datetime: string) =>
    operator.call('POST', '/api/schedule', { color, datetime, device_type: 'semaforo' });
  const list = async (call = operator.call) => (await call('GET', '/api/schedule')).body as Schedule[];
  const untilEnded = (id: number, call?: Caller) =>
    until('the schedule has ended', async () =>
      (await list(call)).find((one) => one.id === id && one.executed),
    );

  test('one that is due lights the signals, is executed once, and says so', async () => {
    const { status, body } = await plan('rosso', inFuture(300));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      executed: false,
      outcome: null,
      username: 'valdombra',
      devices: ['Piazza'],
    });
    const ended = await untilEnded((body as Schedule).id);
    expect(ended).toMatchObject({ outcome: 'eseguita', devices: ['Piazza'] });
    await untilRecord(operator.call, '/3/val/s1', 'shows rosso', (record) => record.status === 'rosso');
    const { body: history } = await operator.call('GET', '/api/commands/history');
    expect(history).toHaveLength(1);
  });

  test('one that is late by minutes still runs, and says how late it was', async () => {
    const { body: first } = await plan('arancio', inFuture(2 * MINUTE_MS));
    now += 5 * MINUTE_MS;
    expect(await untilEnded((first as Schedule).id)).toMatchObject({
      outcome: 'in ritardo',
      outcome_reason: 'Eseguita con 3 minuti di ritardo',
    });
    await untilRecord(operator.call, '/3/val/s1', 'shows arancio', (record) => record.status === 'arancio');
  });

  test('a clock that was ahead when something was accepted, and was put right, takes nothing from what is planned then', async () => {
    now += 60 * MINUTE_MS;
    await operator.call('POST', '/api/devices/command', { command: 'verde' });
    now -= 60 * MINUTE_MS;
    const { body } = await plan('rosso', inFuture(300));
    expect(await untilEnded((body as Schedule).id)).toMatchObject({
      outcome: 'eseguita',
      devices: ['Piazza'],
    });
  });

  test('one that finds no device is missed, and says so', async () => {
    const lonely = await app.createOperator('torrealta');
    const { body } = await lonely.call('POST', '/api/schedule', {
      color: 'rosso',
      datetime: inFuture(300),
      device_type: 'semaforo',
    });
    expect(await untilEnded((body as Schedule).id, lonely.call)).toMatchObject({
      outcome: 'mancata',
      outcome_reason: 'Nessun dispositivo da comandare',
    });
  });

  test('one that is late leaves alone what a newer command lit since it was due', async () => {
    const { body } = await plan('arancio', inFuture(2 * MINUTE_MS));
    const { id } = body as Schedule;
    // Another server has claimed it, and will not come back: until its lease ends this one may accept a click.
    const { db, close } = openDatabase({ dataDir: app.dataDir, databaseUrl: undefined });
    const lease = { leased_by: 'altro-server', leased_until: Date.now() + 5 * MINUTE_MS + LEFT_OF_LEASE_MS };
    await db.updateTable('schedules').set(lease).where('id', '=', id).execute();
    await close();
    now += 5 * MINUTE_MS;
    const { body: clicked } = await operator.call('POST', '/api/devices/command', { command: 'rosso' });
    expect(clicked).toMatchObject({ results: [{ error: null }] });
    now += LEFT_OF_LEASE_MS;
    expect(await untilEnded(id)).toMatchObject({
      outcome: 'superata',
      outcome_reason: 'Un comando più recente è stato accettato dopo l’ora prevista',
      devices: [],
    });
    expect((await operator.call('GET', '/api/commands/history')).body).toHaveLength(1);
    await untilRecord(operator.call, '/3/val/s1', 'still shows rosso', ({ status }) => status === 'rosso');
  });

  test('of several late ones only the latest runs for a device', async () => {
    const { body: first } = await plan('verde', inFuture(2 * MINUTE_MS));
    const { body: second } = await plan('rosso', inFuture(3 * MINUTE_MS));
    now += 5 * MINUTE_MS;
    expect(await untilEnded((second as Schedule).id)).toMatchObject({ outcome: 'in ritardo' });
    expect(await untilEnded((first as Schedule).id)).toMatchObject({ outcome: 'superata' });
    await untilRecord(operator.call, '/3/val/s1', 'shows rosso', (record) => record.status === 'rosso');
  });

  test('one that is late by more than ten minutes is missed, and commands nothing', async () => {
    const { body } = await plan('verde', inFuture(2 * MINUTE_MS));
    now += 15 * MINUTE_MS;
    expect(await untilEnded((body as Schedule).id)).toMatchObject({ outcome: 'mancata', devices: [] });
    expect((await operator.call('GET', '/api/commands/history')).body).toEqual([]);
    const stranger = await app.createOperator('torrealta');
    const missedFor = async (call: Caller) =>
      ((await call('GET', '/api/schedule/warnings')).body as ScheduleWarnings).missed;
    expect(await missedFor(operator.call)).toEqual([
      {
        id: (body as Schedule).id,
        color: 'verde',
        device_type: 'semaforo',
        execute_at: (body as Schedule).execute_at,
        outcome_reason: 'All’ora prevista il server non era attivo, o il suo orologio è stato spostato',
      },
    ]);
    expect(await missedFor(await app.as(ADMIN))).toHaveLength(1);
    expect(await missedFor(stranger.call)).toEqual([]);
  });

  test.each([
    [60 * MINUTE_MS],
    [-60 * MINUTE_MS],
    [24 * 60 * MINUTE_MS],
    [-24 * 60 * MINUTE_MS],
    [365 * 24 * 60 * MINUTE_MS],
  ])('a step of the clock by %i ms is logged, shown to everyone and in the audit', async (stepMs) => {
    now += stepMs;
    const logged = () => app.log.filter((entry) => entry.includes('the clock was set'));
    await until('the step is logged', () => logged().length > 0);
    // A session does not outlive a step by a day.
    const call = await app.as(ADMIN);
    const steps = await until('the step is shown', async () => {
      const { body } = await call('GET', '/api/schedule/warnings');
      const { clock_steps: told } = body as ScheduleWarnings;
      return told.length > 0 && told;
    });
    expect(steps).toHaveLength(1);
    expect(Math.abs((steps[0]?.step_ms ?? 0) - stepMs)).toBeLessThan(1000);
    expect(logged()).toHaveLength(1);
    const { body: audit } = await (await app.as(ADMIN))('GET', '/api/admin/audit');
    expect(JSON.stringify(audit)).toContain('clock.step');
  });

  test('an active one can be deleted by its author, once; an ended one cannot', async () => {
    const { body } = await plan('verde', inFuture(MINUTE_MS));
    const path = `/api/schedule/${(body as Schedule).id}`;
    const stranger = await app.createOperator('torrealta');
    expect((await stranger.call('DELETE', path)).status).toBe(404);
    expect((await operator.call('DELETE', path)).status).toBe(204);
    expect((await operator.call('DELETE', path)).status).toBe(409);
    expect((await list())[0]).toMatchObject({ executed: true, outcome: 'annullata' });
  });

  test('of those that ended the list holds as many as asked for, of the active ones all', async () => {
    const ids: number[] = [];
    for (const minutes of [2, 3, 4, 5]) {
      const { body } = await plan('verde', inFuture(minutes * MINUTE_MS));
      ids.push((body as Schedule).id);
    }
    const [early, late, ...active] = ids;
    for (const id of [early, late]) await operator.call('DELETE', `/api/schedule/${id}`);
    const listed = async (query: string) => {
      const { body } = await operator.call('GET', `/api/schedule?${query}`);
      return (body as Schedule[]).map(({ id }) => id);
    };
    expect(await listed('limit=1')).toEqual([...active, late]);
    expect(await listed(`limit=1&before=${late}`)).toEqual([early]);
    expect(await operator.call('GET', '/api/schedule?limit=5001')).toMatchObject({ status: 400 });
  });

  test.each([
    ['ieri', 'La data e ora non è valida'],
    ['2020-01-01T10:00:00Z', 'La data e ora devono essere nel futuro'],
    ['2999-01-01T10:00:00Z', 'Si può pianificare al massimo 366 giorni in anticipo'],
    ['2026-02-30T10:00', 'La data e ora non è valida'],
  ])('a time of %s is refused with a sentence', async (datetime, error) => {
    expect(await plan('verde', datetime)).toMatchObject({ status: 400, body: { error } });
  });

  test('a user who is deleted leaves no schedule behind', async () => {
    const { body } = await plan('verde', inFuture(MINUTE_MS));
    const admin = await app.as(ADMIN);
    await admin('DELETE', `/api/admin/users/${operator.id}`);
    const { body: all } = await admin('GET', '/api/schedule');
    expect(all).toMatchObject([{ id: (body as Schedule).id, executed: true, outcome: 'annullata' }]);
  });
});
