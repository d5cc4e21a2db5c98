import type { Client } from '@semaforo/client';
import type { Plan } from '@semaforo/contract/api/plans';
import { addDays, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp, untilShows } from '../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../test/test-database.ts';
import { openDatabase } from '../database/engine.ts';

const HOUR_MS = 3_600_000;
/** Sunday 22 November 2026, 10:00 in Rome. */
const SUNDAY = Date.UTC(2026, 10, 22, 9);
const LAMP = '/3/val/s1';
const LANTERN = '/3/val/l1';
const DAILY = { repeat: 'giorno', starts_on: '2026-11-22' } as const;

describe.each(testEngines())('recurring plans on %s', (engine) => {
  let app: RunningApp;
  let start: () => Promise<RunningApp>;
  let place: TestDatabasePlace;
  let anna: { id: number; client: Client };
  let lamp: number;
  let started: number;
  let ahead: number;

  /** The clock stands on that Sunday and runs from there. */
  beforeEach(async () => {
    started = Date.now();
    ahead = 0;
    place = await createTestDatabasePlace(engine);
    start = () =>
      startApp({
        dataDir: place.dataDir,
        clock: { now: () => SUNDAY + Date.now() - started + ahead },
        ...(place.databaseUrl !== undefined && { settings: { DATABASE_URL: place.databaseUrl } }),
      });
    app = await start();
    anna = await app.createOperator('anna');
    lamp = await app.createDevice({ topic: LAMP, userId: anna.id, name: 'Piazza' });
    await app.createDevice({ topic: LANTERN, userId: anna.id, name: 'Argine', type: 'lanterna' });
    await app.startFleet([
      { key: LAMP, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
      { key: LANTERN, type: 'lanterna', behaviour: { kind: 'obedient' }, shows: 'spento' },
    ]);
    await shows(LAMP, 'verde');
    await shows(LANTERN, 'spento');
  });
  afterEach(async () => {
    await app.stop();
    await place.remove();
  });

  const shows = (topic: string, value: string) => untilShows(anna.client, topic, value);
  /** Sets the clock ahead; no session lasts so long. */
  const goTo = async (instant: string | number) => {
    ahead = (typeof instant === 'string' ? Date.parse(instant) : SUNDAY + instant * HOUR_MS) - SUNDAY;
    anna.client = await app.logIn({ username: 'anna', password: OPERATOR_PASSWORD });
  };
  const giallo = (more: object = {}) =>
    anna.client('createPlan', { body: { color: 'giallo', begin: '12:00', ...DAILY, ...more } });
  const find = async (id: number) => (await anna.client('listPlans')).find((one) => one.id === id);
  const untilPlan = (id: number, what: string, holds: (found: Plan) => boolean) =>
    until(what, async () => {
      const found = await find(id);
      return found && holds(found) && found;
    });
  const outcomes = ({ recent }: Plan) => recent.map(({ color, outcome }) => `${color} ${outcome}`);

  test('a plan shows its next ten times before and after it is saved, and fires at each, once', async () => {
    const body = { color: 'giallo', begin: '12:00', end: '14:00', ...DAILY } as const;
    const { next } = await anna.client('previewPlan', { body });
    expect(next).toHaveLength(10);
    expect(next[0]).toEqual({
      day: '2026-11-22',
      begin: '2026-11-22T11:00:00.000Z',
      end: '2026-11-22T13:00:00.000Z',
      moved: false,
    });
    expect(await anna.client('listPlans')).toEqual([]);
    const made = await anna.client('createPlan', { body });
    expect(made).toMatchObject({ next, state: 'attivo', trouble: null, devices: ['Piazza'], recent: [] });
    // Plans stand beside what is planned once.
    expect(await anna.client('listSchedules')).toEqual([]);
    await goTo(2);
    await shows(LAMP, 'giallo');
    await goTo(4);
    await shows(LAMP, 'verde');
    await goTo(26);
    await shows(LAMP, 'giallo');
    const after = await untilPlan(
      made.id,
      'three have ended',
      ({ recent }) => recent.length === 3 && recent.every(({ outcome }) => outcome !== 'in corso'),
    );
    expect(after.recent.map(({ color, confirmed, total }) => [color, confirmed, total])).toEqual([
      ['giallo', 1, 1],
      ['verde', 1, 1],
      ['giallo', 1, 1],
    ]);
    expect(await anna.client('listHistory')).toHaveLength(3);
  });

  test('a pause takes back what is to come but not the end of what has begun; resumed it goes on', async () => {
    const { id } = await giallo({ end: '14:00' });
    await goTo(2);
    await shows(LAMP, 'giallo');
    expect(await anna.client('pausePlan', { params: { id } })).toMatchObject({ state: 'in pausa' });
    await goTo(4);
    await shows(LAMP, 'verde');
    await goTo(26.5);
    const resumed = await anna.client('resumePlan', { params: { id } });
    expect(resumed).toMatchObject({ state: 'attivo' });
    expect(resumed.next[0]?.day).toBe('2026-11-24');
    await goTo(50);
    await shows(LAMP, 'giallo');
    expect(outcomes(await untilPlan(id, 'three', ({ recent }) => recent.length === 3))).toHaveLength(3);
  });

  test('an exception is left out, also of what is appointed already; a deleted plan does nothing', async () => {
    const { id } = await giallo();
    const other = await giallo({ color: 'rosso', begin: '13:00' });
    const changed = await anna.client('saveExceptions', {
      params: { id },
      body: { exceptions: ['2026-11-22'] },
    });
    expect(changed.next[0]?.day).toBe('2026-11-23');
    await anna.client('deletePlan', { params: { id: other.id } });
    expect(await find(other.id)).toBeUndefined();
    await goTo(26);
    await shows(LAMP, 'giallo');
    expect(await anna.client('listHistory')).toHaveLength(1);
  });

  test('lanterns follow the sun where they stand; without coordinates such a plan is refused', async () => {
    const sun = {
      color: 'acceso',
      device_type: 'lanterna',
      begin: 'tramonto',
      end: 'alba',
      ...DAILY,
    } as const;
    expect(await anna.client.attempt('createPlan', { body: sun })).toMatchObject({
      status: 409,
      error: { code: 'no-coordinates' },
    });
    await app.createDevice({
      topic: '/3/val/l2',
      userId: anna.id,
      name: 'Ponte',
      type: 'lanterna',
      ...{ latitude: 41.9, longitude: 12.5 },
    });
    const { id, next } = await anna.client('createPlan', { body: sun });
    await goTo(next[0]?.begin ?? '');
    await shows(LANTERN, 'acceso');
    await goTo(next[0]?.end ?? '');
    await shows(LANTERN, 'spento');
    await untilPlan(id, 'both', ({ recent }) => recent.length === 2);
  });

  test('a plan of a group is for whoever is in it then, and holds the group', async () => {
    const second = await app.createDevice({ topic: '/3/val/s2', userId: anna.id, name: 'Ponte' });
    const group = await anna.client('createGroup', { body: { name: 'Ponti', deviceIds: [second] } });
    const { id } = await giallo({ groupId: group.id });
    await anna.client('updateGroup', { params: { id: group.id }, body: { deviceIds: [lamp] } });
    expect(await anna.client.attempt('deleteGroup', { params: { id: group.id } })).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('piano ricorrente') as string },
    });
    await goTo(2);
    await shows(LAMP, 'giallo');
    expect((await anna.client('listHistory')).map(({ device_name }) => device_name)).toEqual(['Piazza']);
    await anna.client('deletePlan', { params: { id } });
    await anna.client('deleteGroup', { params: { id: group.id } });
  });

  test('a plan does not lower what a person has lit, and says so', async () => {
    const { id } = await giallo({ color: 'verde' });
    await anna.client('sendCommand', { body: { command: 'rosso' } });
    await shows(LAMP, 'rosso');
    await goTo(2);
    const after = await untilPlan(id, 'it has ended', ({ recent }) => recent.length === 1);
    expect(after.recent[0]).toMatchObject({
      outcome: 'superata',
      outcome_reason: expect.stringContaining('non abbassa') as string,
    });
    expect(await anna.client('listHistory')).toHaveLength(1);
  });

  test('times that nobody began are missed, and told among the warnings', async () => {
    const { id } = await giallo();
    await app.stop();
    ahead = 76 * HOUR_MS;
    app = await start();
    await goTo(76);
    const missed = await untilPlan(id, 'four are missed', ({ recent }) => recent.length === 4);
    expect(outcomes(missed)).toEqual(Array.from({ length: 4 }, () => 'giallo mancata'));
    expect((await anna.client('listScheduleWarnings')).missed).toHaveLength(4);
    expect(missed.next[0]?.day).toBe(addDays(romeWallTime(SUNDAY + ahead).date, 1));
  });

  test('a plan shows the days that follow from it, also those that nobody may give', async () => {
    const body = { color: 'giallo', begin: '12:00', ...DAILY, starts_on: '2100-12-31' } as const;
    const first = ['2100-12-31', '2101-01-01', '2101-01-02'];
    const { next } = await anna.client('previewPlan', { body });
    expect(next.slice(0, 3).map(({ day }) => day)).toEqual(first);
    const { id } = await anna.client('createPlan', { body });
    expect((await find(id))?.next.slice(0, 3).map(({ day }) => day)).toEqual(first);
  });

  test('a plan that was stored when days had no bounds is listed', async () => {
    const { id } = await giallo();
    const { db, close } = openDatabase(place);
    const unbounded = { ends_on: '9999-12-31', exceptions: JSON.stringify(['1999-12-31', '2101-01-01']) };
    await db.updateTable('plans').set(unbounded).where('id', '=', id).execute();
    await close();
    expect(await find(id)).toMatchObject({
      ends_on: '9999-12-31',
      exceptions: ['1999-12-31', '2101-01-01'],
    });
  });

  test('the calendar has the days ahead of a month, none of a paused plan or of another’s', async () => {
    const { id } = await giallo({ repeat: 'settimana', days: ['mar'], exceptions: ['2026-12-08'] });
    const calendar = async (month: string, client = anna.client) =>
      (await client('getPlanCalendar', { query: { month } })).map(({ plan, day, begin }) => [
        ...[plan === id, day, romeWallTime(Date.parse(begin)).time.slice(0, 5)],
      ]);
    expect(await calendar('2026-10')).toEqual([]);
    expect(await calendar('2026-11')).toEqual([[true, '2026-11-24', '12:00']]);
    expect((await calendar('2026-12')).map(([, day]) => day)).toEqual([
      ...['2026-12-01', '2026-12-15', '2026-12-22', '2026-12-29'],
    ]);
    const bruno = await app.createOperator('bruno');
    expect(await calendar('2026-12', bruno.client)).toEqual([]);
    await goTo('2026-11-24T11:30:00Z');
    expect(await calendar('2026-11')).toEqual([]);
    await anna.client('pausePlan', { params: { id } });
    expect(await calendar('2026-12')).toEqual([]);
    expect(await anna.client.attempt('getPlanCalendar', { query: { month: '2026-13' } })).toMatchObject({
      status: 400,
    });
  });

  test('what is another’s answers like what is absent; what never happens is refused', async () => {
    const { id } = await giallo();
    const bruno = await app.createOperator('bruno');
    expect(await bruno.client('listPlans')).toEqual([]);
    for (const route of ['pausePlan', 'resumePlan', 'deletePlan'] as const) {
      expect(await bruno.client.attempt(route, { params: { id } })).toMatchObject({ status: 404 });
    }
    const refused = async (more: object) => {
      const body = { color: 'giallo', begin: '12:00', ...DAILY, ...more } as const;
      const outcome = await anna.client.attempt('createPlan', { body });
      return outcome.ok ? 'created' : outcome.error.code;
    };
    expect(await refused({ repeat: 'date', dates: ['2026-11-01'] })).toBe('plan-without-times');
    expect(await refused({ color: 'acceso' })).toBe('invalid-color');
    expect(await refused({ color: 'verde', end: '14:00' })).toBe('end-without-change');
    expect(await refused({ repeat: 'settimana' })).toBe('invalid-input');
    expect(await refused({ deviceIds: [999_999] })).toBe('not-found');
  });
});
