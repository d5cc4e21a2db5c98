import type { Client } from '@semaforo/client';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { ADMIN } from '@semaforo/testing/credentials';
import { insertSchedules } from '@semaforo/testing/rows';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';
import { openDatabase } from '../database/engine.ts';

const MINUTE_MS = 60_000;
/** Longer than a busy machine needs to create a schedule: at its end the schedule must still be in the future. */
const SOON_MS = 3000;
/** Less than two leases: a longer one is that of a clock that was set back. */
const LEFT_OF_LEASE_MS = 15_000;

describe('schedules', () => {
  let app: RunningApp;
  let operator: { id: number; client: Client };
  let now: number;

  /** The clock runs, but can be set ahead. */
  beforeEach(async () => {
    now = 0;
    app = await startApp({ clock: { now: () => Date.now() + now } });
    operator = await app.createOperator('valdombra');
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: 'Piazza' });
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilStatus(operator.client, '/3/val/s1', 'shows verde', ({ status }) => status === 'verde');
  });
  afterEach(() => app.stop());

  const inFuture = (ms: number) => new Date(Date.now() + now + ms).toISOString();
  const plan = (color: SignalColor, datetime: string) =>
    operator.client('createSchedule', { body: { color, datetime } });
  const untilEnded = (id: number, client = operator.client) =>
    until('the schedule has ended', async () => {
      const schedules = await client('listSchedules');
      return schedules.find((one) => one.id === id && one.executed);
    });

  test('a schedule that is due lights the signals, is executed once and shows the outcome', async () => {
    const planned = await plan('rosso', inFuture(SOON_MS));
    expect(planned).toMatchObject({
      executed: false,
      outcome: null,
      username: 'valdombra',
      devices: ['Piazza'],
      confirmed: 0,
      total: 1,
    });
    const ended = await untilEnded(planned.id);
    expect(ended).toMatchObject({ outcome: 'eseguita', devices: ['Piazza'], confirmed: 1, total: 1 });
    await untilStatus(operator.client, '/3/val/s1', 'shows rosso', (record) => record.status === 'rosso');
    expect(await operator.client('listHistory')).toHaveLength(1);
  });

  test('a schedule is under way, and cannot be deleted, until it is known which devices did not confirm', async () => {
    await app.createDevice({ topic: '/3/val/s2', userId: operator.id, name: 'Ponte' });
    const fleet = await app.startFleet([
      { key: '/3/val/s2', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilStatus(operator.client, '/3/val/s2', 'shows verde', ({ status }) => status === 'verde');
    fleet.device('/3/val/s2').behave({ kind: 'mute' });
    const { id } = await plan('rosso', inFuture(SOON_MS));
    const find = async () => (await operator.client('listSchedules')).find((one) => one.id === id);
    const underWay = await until('it is under way, and one device has confirmed', async () => {
      const found = await find();
      return found?.outcome === 'in corso' && found.confirmed === 1 && found;
    });
    expect(underWay).toMatchObject({ executed: false, total: 2, devices: ['Piazza', 'Ponte'] });
    expect(await operator.client.attempt('deleteSchedule', { params: { id } })).toMatchObject({
      status: 409,
      error: { code: 'schedule-under-way' },
    });
    expect(await untilEnded(id)).toMatchObject({
      outcome: 'non confermata',
      outcome_reason: 'Non confermata da 1 semaforo: Ponte',
      confirmed: 1,
      total: 2,
    });
    expect((await operator.client('listScheduleWarnings')).missed).toEqual([]);
  });

  test('a schedule that is late by minutes still runs and shows by how much it was late', async () => {
    const { id } = await plan('arancio', inFuture(2 * MINUTE_MS));
    now += 5 * MINUTE_MS;
    expect(await untilEnded(id)).toMatchObject({
      outcome: 'in ritardo',
      outcome_reason: 'Eseguita con 3 minuti di ritardo',
    });
    await untilStatus(operator.client, '/3/val/s1', 'shows arancio', (record) => record.status === 'arancio');
  });

  test('a command accepted while the clock was ahead does not supersede schedules created later', async () => {
    now += 60 * MINUTE_MS;
    await operator.client('sendCommand', { body: { command: 'verde' } });
    now -= 60 * MINUTE_MS;
    const { id } = await plan('rosso', inFuture(SOON_MS));
    expect(await untilEnded(id)).toMatchObject({
      outcome: 'eseguita',
      devices: ['Piazza'],
    });
  });

  test('a schedule without devices to command is missed and shows the reason', async () => {
    const lonely = await app.createOperator('torrealta');
    const { id } = await lonely.client('createSchedule', {
      body: { color: 'rosso', datetime: inFuture(SOON_MS) },
    });
    expect(await untilEnded(id, lonely.client)).toMatchObject({
      outcome: 'mancata',
      outcome_reason: 'Nessun dispositivo da comandare',
    });
  });

  test('a late schedule does not replace the color of a command accepted after it was due', async () => {
    const { id } = await plan('arancio', inFuture(2 * MINUTE_MS));
    // Another server has claimed it, and will not come back: until its lease ends this one may accept a click.
    const { db, close } = openDatabase({ dataDir: app.dataDir, databaseUrl: undefined });
    const lease = { leased_by: 'altro-server', leased_until: Date.now() + 5 * MINUTE_MS + LEFT_OF_LEASE_MS };
    await db.updateTable('schedules').set(lease).where('id', '=', id).execute();
    await close();
    now += 5 * MINUTE_MS;
    const clicked = await operator.client('sendCommand', { body: { command: 'rosso' } });
    expect(clicked).toMatchObject({ results: [{ error: null }] });
    now += LEFT_OF_LEASE_MS;
    expect(await untilEnded(id)).toMatchObject({
      outcome: 'superata',
      outcome_reason: 'Un comando più recente è stato accettato dopo l’ora prevista',
      devices: ['Piazza'],
    });
    expect(await operator.client('listHistory')).toHaveLength(1);
    await untilStatus(operator.client, '/3/val/s1', 'still shows rosso', ({ status }) => status === 'rosso');
  });

  test('of several late schedules for a device only the latest runs', async () => {
    const first = await plan('verde', inFuture(2 * MINUTE_MS));
    const second = await plan('rosso', inFuture(3 * MINUTE_MS));
    now += 5 * MINUTE_MS;
    expect(await untilEnded(second.id)).toMatchObject({ outcome: 'in ritardo' });
    expect(await untilEnded(first.id)).toMatchObject({ outcome: 'superata' });
    await untilStatus(operator.client, '/3/val/s1', 'shows rosso', (record) => record.status === 'rosso');
  });

  test('a schedule that is late by more than ten minutes is missed and commands nothing', async () => {
    const { id, execute_at } = await plan('verde', inFuture(2 * MINUTE_MS));
    now += 15 * MINUTE_MS;
    expect(await untilEnded(id)).toMatchObject({
      outcome: 'mancata',
      devices: ['Piazza'],
      confirmed: 0,
      total: 1,
    });
    expect(await operator.client('listHistory')).toEqual([]);
    const outsider = await app.createOperator('torrealta');
    const missedFor = async (client: Client) => (await client('listScheduleWarnings')).missed;
    expect(await missedFor(operator.client)).toEqual([
      {
        id,
        color: 'verde',
        device_type: 'semaforo',
        execute_at,
        outcome_reason: 'All’ora prevista il server non era attivo, o il suo orologio è stato spostato',
        whom: 'tutti',
        group: null,
        total: 1,
      },
    ]);
    expect(await missedFor(await app.logIn(ADMIN))).toHaveLength(1);
    expect(await missedFor(outsider.client)).toEqual([]);
  });

  test.each([
    [60 * MINUTE_MS],
    [-60 * MINUTE_MS],
    [24 * 60 * MINUTE_MS],
    [-24 * 60 * MINUTE_MS],
    [365 * 24 * 60 * MINUTE_MS],
  ])(
    'a step of the clock by %i ms is logged, shown to the users and recorded in the audit',
    async (stepMs) => {
      now += stepMs;
      const logged = () => app.log.filter((entry) => entry.includes('the clock was set'));
      await until('the step is logged', () => logged().length > 0);
      // A session does not outlive a step by a day.
      const admin = await app.logIn(ADMIN);
      const steps = await until('the step is shown', async () => {
        const { clock_steps: shown } = await admin('listScheduleWarnings');
        return shown.length > 0 && shown;
      });
      expect(steps).toHaveLength(1);
      expect(Math.abs((steps[0]?.step_ms ?? 0) - stepMs)).toBeLessThan(MINUTE_MS);
      expect(logged()).toHaveLength(1);
      const { entries } = await (await app.logIn(ADMIN))('listAudit');
      expect(entries.map(({ action }) => action)).toContain('clock.step');
    },
  );

  test('the author cancels an active schedule once; a schedule that has ended cannot be cancelled', async () => {
    const { id } = await plan('verde', inFuture(MINUTE_MS));
    const params = { id };
    const outsider = await app.createOperator('torrealta');
    expect(await outsider.client.attempt('deleteSchedule', { params })).toMatchObject({ status: 404 });
    await operator.client('deleteSchedule', { params });
    expect(await operator.client.attempt('deleteSchedule', { params })).toMatchObject({ status: 409 });
    expect(await operator.client('listSchedules')).toMatchObject([
      { id, executed: true, outcome: 'annullata' },
    ]);
  });

  test('the list has all active schedules, and as many ended ones as were asked for', async () => {
    const ids: number[] = [];
    for (const minutes of [2, 3, 4, 5]) {
      ids.push((await plan('verde', inFuture(minutes * MINUTE_MS))).id);
    }
    const [early = 0, late = 0, ...active] = ids;
    for (const id of [early, late]) await operator.client('deleteSchedule', { params: { id } });
    const listIds = async (query: { limit: number; before?: number }) => {
      const schedules = await operator.client('listSchedules', { query });
      return schedules.map(({ id }) => id);
    };
    expect(await listIds({ limit: 1 })).toEqual([...active, late]);
    expect(await listIds({ limit: 1, before: late })).toEqual([early]);
    const refused = await operator.client.attempt('listSchedules', { query: { limit: 5001 } });
    expect(refused).toMatchObject({ status: 400 });
  });

  test('an author has at most 500 waiting schedules, and 20 for an instant', async () => {
    const { db, close } = openDatabase({ dataDir: app.dataDir, databaseUrl: undefined });
    const at = Date.now() + 60 * MINUTE_MS;
    const fill = (times: readonly number[]) =>
      insertSchedules(
        db,
        times.map((executeAt) => ({
          authorId: operator.id,
          username: 'valdombra',
          color: 'rosso',
          executeAt,
        })),
      );
    const refusalAt = async (time: number) => {
      const body = { color: 'verde', datetime: new Date(time).toISOString() } as const;
      const outcome = await operator.client.attempt('createSchedule', { body });
      return outcome.ok ? undefined : [outcome.status, outcome.error.message];
    };
    await fill(Array.from({ length: 20 }, () => at));
    expect(await refusalAt(at)).toEqual([
      409,
      'Hai già 20 pianificazioni attive per quest’ora: su ogni dispositivo vale solo l’ultima',
    ]);
    expect(await refusalAt(at + 1)).toBeUndefined();
    await fill(Array.from({ length: 479 }, (_, index) => at + MINUTE_MS + index));
    expect(await refusalAt(at + 1)).toEqual([
      409,
      'Hai già 500 pianificazioni attive: eliminane qualcuna prima di aggiungerne altre',
    ]);
    const outsider = await app.createOperator('torrealta');
    const body = { color: 'verde', datetime: new Date(at).toISOString() } as const;
    expect(await outsider.client.attempt('createSchedule', { body })).toMatchObject({ ok: true });
    await close();
  });

  test.each([
    ['ieri', 'La data e ora non è valida'],
    ['2020-01-01T10:00:00Z', 'La data e ora devono essere nel futuro'],
    ['2999-01-01T10:00:00Z', 'Si può pianificare al massimo 366 giorni in anticipo'],
    ['2026-02-30T10:00', 'La data e ora non è valida'],
  ])('a schedule for %s is refused with a sentence', async (datetime, message) => {
    const refused = await operator.client.attempt('createSchedule', { body: { color: 'verde', datetime } });
    expect(refused).toMatchObject({ status: 400, error: { message } });
  });

  test('the active schedules of a user who is deleted are cancelled', async () => {
    const { id } = await plan('verde', inFuture(MINUTE_MS));
    const admin = await app.logIn(ADMIN);
    await admin('deleteUser', { params: { id: operator.id } });
    expect(await admin('listSchedules')).toMatchObject([{ id, executed: true, outcome: 'annullata' }]);
  });
});
