import type { Client } from '@semaforo/client';
import type { Alert } from '@semaforo/contract/api/alerts';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilShows } from '../../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../../test/test-database.ts';

const MIN_MS = 60_000;
const NOT_FOUND = { status: 404, error: { code: 'not-found', message: 'Non trovato' } };
const SIGNALS = ['/3/val/s1', '/3/val/s2'];

describe.each(testEngines())('alerts on %s', (engine) => {
  let app: RunningApp;
  let removePlace: () => Promise<void>;
  let anna: { id: number; client: Client };
  let devices: number[];
  let ahead: number;

  /** The clock runs, but can be set ahead. */
  beforeEach(async () => {
    ahead = 0;
    const place = await createTestDatabasePlace(engine);
    removePlace = place.remove;
    app = await startApp({
      dataDir: place.dataDir,
      clock: { now: () => Date.now() + ahead },
      ...(place.databaseUrl !== undefined && { settings: { DATABASE_URL: place.databaseUrl } }),
    });
    anna = await app.createOperator('anna');
    devices = [];
    for (const topic of SIGNALS) {
      devices.push(await app.createDevice({ topic, userId: anna.id, name: topic.slice(-2) }));
    }
    await app.startFleet(
      SIGNALS.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
    );
    for (const topic of SIGNALS) await shows(topic, 'verde');
  });
  afterEach(async () => {
    await app.stop();
    await removePlace();
  });

  const shows = (topic: string, color: string) => untilShows(anna.client, topic, color);
  const at = (ms: number) => new Date(Date.now() + ahead + ms).toISOString();
  const alert = (color: SignalColor, fromMs: number, toMs: number, more: object = {}, client = anna.client) =>
    client('createAlert', {
      body: { color, from: at(fromMs), to: at(toMs), reason: 'Avviso regionale 112', ...more },
    });
  const find = async (id: number) => (await anna.client('listAlerts')).find((one) => one.id === id);
  const untilAlert = (id: number, what: string, holds: (found: Alert) => boolean) =>
    until(what, async () => {
      const found = await find(id);
      return found && holds(found) && found;
    });
  const untilState = (id: number, state: Alert['state']) =>
    untilAlert(id, `the alert is ${state}`, (found) => found.state === state);
  const commands = () => anna.client('listHistory');

  test('deleting a Comune ends its alerts with the name of whoever deletes it, and changes no lamp', async () => {
    const admin = await app.logIn(ADMIN);
    const begun = await alert('rosso', 0, 60 * MIN_MS);
    await shows('/3/val/s1', 'rosso');
    await untilState(begun.id, 'in corso');
    const coming = await alert('giallo', 120 * MIN_MS, 180 * MIN_MS);
    await admin('deleteUser', { params: { id: anna.id } });
    const left = (await admin('listAlerts')).filter(({ id }) => id === begun.id || id === coming.id);
    expect(left.map(({ state, awaits, owner, note }) => ({ state, awaits, owner, note }))).toEqual(
      [coming, begun].map(() => ({
        ...{ state: 'revocata', awaits: null, owner: null },
        note: 'L’utente è stato eliminato da admin',
      })),
    );
    ahead += 61 * MIN_MS;
    expect((await admin('listAlerts')).filter(({ state }) => state === 'in corso')).toEqual([]);
    const { entries } = await admin('listAudit', { query: { limit: '50' } });
    const revoked = entries.filter(({ action }) => action === 'alerts.revoke');
    expect(revoked.map(({ username, target }) => `${username} ${target}`).sort()).toEqual(
      [`admin alert:${begun.id}`, `admin alert:${coming.id}`].sort(),
    );
    const records = await admin('listDeviceStatuses');
    expect(records.map(({ status }) => status)).toEqual(['rosso', 'rosso']);
  });

  test('an alert begins and ends at its times, and the signals go back to verde', async () => {
    const made = await alert('arancio', 60 * MIN_MS, 120 * MIN_MS);
    expect(made).toMatchObject({
      state: 'confermata',
      awaits: null,
      author: 'anna',
      reason: 'Avviso regionale 112',
      drill: false,
      total: 2,
      confirmed: 0,
    });
    expect(await commands()).toEqual([]);
    ahead += 60 * MIN_MS;
    for (const topic of SIGNALS) await shows(topic, 'arancio');
    await untilAlert(
      made.id,
      'both confirmed',
      ({ state, confirmed }) => state === 'in corso' && confirmed === 2,
    );
    ahead += 60 * MIN_MS;
    for (const topic of SIGNALS) await shows(topic, 'verde');
    await untilState(made.id, 'conclusa');
    expect((await commands()).map(({ color, username }) => [color, username])).toEqual([
      ['verde', 'anna'],
      ['verde', 'anna'],
      ['arancio', 'anna'],
      ['arancio', 'anna'],
    ]);
    // What begins and ends it is no schedule of a person's.
    expect(await anna.client('listSchedules')).toEqual([]);
  });

  test('a schedule made before an alert does not lower it, one made during it does', async () => {
    const planned = (ms: number) =>
      anna.client('createSchedule', { body: { color: 'verde', datetime: at(ms) } });
    const before = await planned(60 * MIN_MS);
    const { id } = await alert('arancio', 0, 300 * MIN_MS);
    await untilAlert(id, 'both confirmed', ({ confirmed }) => confirmed === 2);
    ahead += 60 * MIN_MS;
    const kept = await until('the schedule has ended', async () => {
      const found = (await anna.client('listSchedules')).find((one) => one.id === before.id);
      return found?.executed && found;
    });
    expect(kept).toMatchObject({
      outcome: 'superata',
      outcome_reason: expect.stringMatching(/^Saltata: allerta in corso/) as string,
    });
    expect((await commands()).map(({ color }) => color)).toEqual(['arancio', 'arancio']);
    await planned(60 * MIN_MS);
    ahead += 60 * MIN_MS;
    for (const topic of SIGNALS) await shows(topic, 'verde');
    expect((await find(id))?.overrides).toHaveLength(2);
  });

  test('of overlapping alerts the gravest holds, and at its end the other', async () => {
    const giallo = await alert('giallo', -MIN_MS, 300 * MIN_MS);
    await shows(SIGNALS[0] ?? '', 'giallo');
    const rosso = await alert('rosso', 0, 60 * MIN_MS, { deviceIds: [devices[0]] });
    await shows(SIGNALS[0] ?? '', 'rosso');
    await untilState(rosso.id, 'in corso');
    await alert('verde', 0, 30 * MIN_MS);
    ahead += 60 * MIN_MS;
    await shows(SIGNALS[0] ?? '', 'giallo');
    await untilState(rosso.id, 'conclusa');
    expect((await commands()).map(({ color }) => color)).toEqual(['giallo', 'rosso', 'giallo', 'giallo']);
    expect(await find(giallo.id)).toMatchObject({ state: 'in corso' });
  });

  test('what follows within a minute is waited for, without a verde in between', async () => {
    const today = await alert('arancio', 0, 60 * MIN_MS);
    await shows(SIGNALS[0] ?? '', 'arancio');
    const tomorrow = await alert('arancio', 61 * MIN_MS - 1000, 120 * MIN_MS);
    ahead += 60 * MIN_MS;
    await untilState(today.id, 'conclusa');
    ahead += MIN_MS;
    await untilAlert(tomorrow.id, 'begun', ({ confirmed }) => confirmed === 2);
    expect(new Set((await commands()).map(({ color }) => color))).toEqual(new Set(['arancio']));
  });

  test('a lamp left for what follows goes back when that is revoked before it begins', async () => {
    const today = await alert('arancio', 0, 60 * MIN_MS);
    await untilAlert(today.id, 'both confirmed', ({ confirmed }) => confirmed === 2);
    const tomorrow = await alert('rosso', 61 * MIN_MS + 5000, 120 * MIN_MS);
    // More than a minute before the next by its hour, and less by when it is done: late, like the ends of a crowd.
    ahead += 60 * MIN_MS + 10_000;
    await untilState(today.id, 'conclusa');
    await shows(SIGNALS[0] ?? '', 'arancio');
    await anna.client('revokeAlert', { params: { id: tomorrow.id } });
    for (const topic of SIGNALS) await shows(topic, 'verde');
    await untilState(today.id, 'conclusa');
    expect((await commands()).map(({ color }) => color)).toEqual(['verde', 'verde', 'arancio', 'arancio']);
  });

  test('a revoked alert goes back at once; one that has not begun never begins', async () => {
    const begun = await alert('rosso', 0, 60 * MIN_MS);
    const waiting = await alert('rosso', 60 * MIN_MS, 120 * MIN_MS);
    await untilAlert(begun.id, 'both confirmed', ({ confirmed }) => confirmed === 2);
    const revoked = await anna.client('revokeAlert', {
      params: { id: begun.id },
      body: { reason: 'Avviso ritirato' },
    });
    expect(revoked).toMatchObject({ state: 'revocata', note: 'Avviso ritirato' });
    for (const topic of SIGNALS) await shows(topic, 'verde');
    expect(await anna.client('revokeAlert', { params: { id: waiting.id } })).toMatchObject({
      state: 'revocata',
    });
    ahead += 61 * MIN_MS;
    const sentinel = await alert('giallo', 0, 60 * MIN_MS);
    await untilState(sentinel.id, 'in corso');
    expect((await commands()).filter(({ color }) => color === 'rosso')).toHaveLength(2);
    expect(await anna.client.attempt('revokeAlert', { params: { id: waiting.id } })).toMatchObject({
      status: 409,
      error: { code: 'alert-not-open' },
    });
  });

  test('a click during an alert is an override of those devices, from which a person returns', async () => {
    const { id } = await alert('giallo', 0, 60 * MIN_MS);
    await untilAlert(id, 'both confirmed', ({ confirmed }) => confirmed === 2);
    const click = { command: 'rosso' as const, deviceIds: [devices[1] ?? 0] };
    await anna.client('sendCommand', { body: click });
    expect((await find(id))?.overrides).toMatchObject([
      { deviceId: devices[1], name: 's2', color: 'rosso', author: 'anna' },
    ]);
    const returned = await anna.client('returnToAlert', { params: { id }, body: {} });
    expect(returned.overrides).toEqual([]);
    await shows(SIGNALS[1] ?? '', 'giallo');
    expect(await anna.client.attempt('returnToAlert', { params: { id }, body: {} })).toMatchObject({
      status: 409,
      error: { code: 'no-override' },
    });
    await anna.client('sendCommand', { body: click });
    ahead += 60 * MIN_MS;
    await shows(SIGNALS[1] ?? '', 'verde');
    await untilState(id, 'conclusa');
  });

  test('an override that is graver outlives the beginning of a milder alert, not that of a graver one', async () => {
    await alert('giallo', 0, 120 * MIN_MS);
    await shows(SIGNALS[1] ?? '', 'giallo');
    await anna.client('sendCommand', { body: { command: 'arancio', deviceIds: [devices[0] ?? 0] } });
    await anna.client('sendCommand', { body: { command: 'rosso', deviceIds: [devices[1] ?? 0] } });
    const later = await alert('arancio', 0, 60 * MIN_MS);
    await untilState(later.id, 'in corso');
    const graver = await alert('rosso', 0, 60 * MIN_MS, { deviceIds: [devices[0] ?? 0] });
    await untilAlert(graver.id, 'begun', ({ confirmed }) => confirmed === 1);
    await shows(SIGNALS[0] ?? '', 'rosso');
    expect(
      (await commands()).filter(({ device_name: name }) => name === 's2').map(({ color }) => color),
    ).toEqual(['rosso', 'giallo']);
  });

  test('a color set by hand stays when a person ends the alert, unless that person says otherwise', async () => {
    const [first = 0, second = 0] = devices;
    await anna.client('sendCommand', { body: { command: 'giallo', deviceIds: [first] } });
    const ended = await alert('arancio', 0, 60 * MIN_MS);
    await untilAlert(ended.id, 'both show it', ({ showing }) => showing === 2);
    await anna.client('sendCommand', { body: { command: 'rosso', deviceIds: [second] } });
    expect(await find(ended.id)).toMatchObject({ showing: 1, overridden: 1, out_of_sync: 0 });
    expect((await anna.client('previewAlertEnd', { params: { id: ended.id } })).signals).toEqual([
      { deviceId: first, name: 's1', from: 'arancio', to: 'giallo', override: null, verde: 'verde' },
      {
        deviceId: second,
        name: 's2',
        from: 'rosso',
        to: null,
        override: { color: 'rosso', to: 'verde' },
        verde: 'verde',
      },
    ]);
    await anna.client('concludeAlert', { params: { id: ended.id }, body: {} });
    await shows(SIGNALS[0] ?? '', 'giallo');
    // What is over changes nothing any more.
    expect((await anna.client('previewAlertEnd', { params: { id: ended.id } })).signals).toEqual([]);
    const sent = (await commands()).filter(({ device_name: name }) => name === 's2');
    expect(sent.map(({ color }) => color)).toEqual(['rosso', 'arancio']);

    const revoked = await alert('arancio', 0, 60 * MIN_MS, { deviceIds: [first] });
    await untilAlert(revoked.id, 'it shows it', ({ showing }) => showing === 1);
    await anna.client('sendCommand', { body: { command: 'rosso', deviceIds: [first] } });
    await anna.client('revokeAlert', { params: { id: revoked.id }, body: { keep_overrides: false } });
    await shows(SIGNALS[0] ?? '', 'giallo');
  });

  test('who ends an alert may have its signals become verde, and take that back', async () => {
    const [first = 0] = devices;
    await anna.client('sendCommand', { body: { command: 'giallo', deviceIds: [first] } });
    const { id } = await alert('arancio', 0, 60 * MIN_MS, { deviceIds: [first] });
    await untilAlert(id, 'it shows it', ({ showing }) => showing === 1);
    const params = { id };
    await anna.client('concludeAlert', { params, body: { to_verde: true } });
    await shows(SIGNALS[0] ?? '', 'verde');
    await anna.client('undoAlertDecision', { params, body: {} });
    await shows(SIGNALS[0] ?? '', 'arancio');
    await anna.client('concludeAlert', { params, body: {} });
    await shows(SIGNALS[0] ?? '', 'giallo');
  });

  test('an exercise without devices lights nothing, and one on devices gives way to a real alert', async () => {
    const screen = await alert('rosso', 0, 60 * MIN_MS, { drill: true });
    expect(screen).toMatchObject({ drill: true, whom: 'nessuno', total: 0 });
    await untilState(screen.id, 'in corso');
    const real = await alert('giallo', 0, 60 * MIN_MS, { deviceIds: [devices[0] ?? 0] });
    await untilAlert(real.id, 'begun', ({ confirmed }) => confirmed === 1);
    const drill = await alert('rosso', 0, 30 * MIN_MS, { drill: true, deviceIds: devices });
    await untilAlert(drill.id, 'begun on one', ({ total, confirmed }) => total === 1 && confirmed === 1);
    await shows(SIGNALS[1] ?? '', 'rosso');
    await shows(SIGNALS[0] ?? '', 'giallo');
    expect((await commands()).map(({ color, drill: isDrill }) => [color, isDrill])).toEqual([
      ['rosso', true],
      ['giallo', undefined],
    ]);
    await anna.client('concludeAlert', { params: { id: drill.id }, body: {} });
    await shows(SIGNALS[1] ?? '', 'verde');
    expect(await find(drill.id)).toMatchObject({ state: 'conclusa' });
  });

  test('what is another Comune’s answers like what does not exist, and an admin may decide it', async () => {
    const { id } = await alert('giallo', 60 * MIN_MS, 120 * MIN_MS);
    const bruno = await app.createOperator('bruno');
    expect(await bruno.client('listAlerts')).toEqual([]);
    for (const act of [
      'confirmAlert',
      'rejectAlert',
      'revokeAlert',
      'concludeAlert',
      'returnToAlert',
    ] as const) {
      expect(await bruno.client.attempt(act, { params: { id } })).toMatchObject(NOT_FOUND);
    }
    const taken = await bruno.client.attempt('createAlert', {
      body: { color: 'rosso', from: at(0), to: at(MIN_MS), reason: 'x', deviceIds: devices },
    });
    expect(taken).toMatchObject(NOT_FOUND);
    const admin = await app.logIn(ADMIN);
    expect(await admin('revokeAlert', { params: { id } })).toMatchObject({
      state: 'revocata',
      owner: 'anna',
    });
    const { entries } = await admin('listAudit', { query: { limit: '50' } });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['alerts.create', 'alerts.revoke']),
    );
  });

  test('a conclusion is taken back: the alert is in course again and lights its lamps, once', async () => {
    const { id } = await alert('rosso', 0, 60 * MIN_MS);
    for (const topic of SIGNALS) await shows(topic, 'rosso');
    await untilState(id, 'in corso');
    await anna.client('concludeAlert', { params: { id }, body: { reason: 'Per errore' } });
    for (const topic of SIGNALS) await shows(topic, 'verde');
    await untilState(id, 'conclusa');
    const undo = () => anna.client.attempt('undoAlertDecision', { params: { id } });
    expect(await undo()).toMatchObject({ status: 200, answer: { note: null } });
    for (const topic of SIGNALS) await shows(topic, 'rosso');
    await untilState(id, 'in corso');
    expect(await undo()).toMatchObject({ status: 409, error: { code: 'undo-too-late' } });
    // It ends when it was to end.
    ahead += 60 * MIN_MS;
    for (const topic of SIGNALS) await shows(topic, 'verde');
    await untilState(id, 'conclusa');
    const admin = await app.logIn(ADMIN);
    const { entries } = await admin('listAudit', { query: { limit: '50' } });
    const row = entries.find(({ action, outcome }) => action === 'alerts.undo' && outcome === 'riuscita');
    expect(row).toMatchObject({ username: 'anna', target: `alert:${id}`, before: { decision: 'conclusa' } });
  });

  test('what was revoked before its beginning still begins at its hour when that is taken back', async () => {
    const { id } = await alert('giallo', 60 * MIN_MS, 120 * MIN_MS);
    await anna.client('revokeAlert', { params: { id } });
    await untilState(id, 'revocata');
    await anna.client('undoAlertDecision', { params: { id } });
    await untilState(id, 'confermata');
    ahead += 60 * MIN_MS;
    for (const topic of SIGNALS) await shows(topic, 'giallo');
    await untilState(id, 'in corso');
  });

  test('only who decided it takes it back, and only within seconds', async () => {
    const { id } = await alert('giallo', 0, 60 * MIN_MS);
    await untilState(id, 'in corso');
    await anna.client('concludeAlert', { params: { id } });
    const late = { status: 409, error: { code: 'undo-too-late' } };
    const admin = await app.logIn(ADMIN);
    expect(await admin.attempt('undoAlertDecision', { params: { id } })).toMatchObject(late);
    const { client: stranger } = await app.createOperator('bruno');
    expect(await stranger.attempt('undoAlertDecision', { params: { id } })).toMatchObject(NOT_FOUND);
    ahead += 15_001;
    expect(await anna.client.attempt('undoAlertDecision', { params: { id } })).toMatchObject(late);
    await untilState(id, 'conclusa');
  });

  test('times that are none are refused with a sentence', async () => {
    const times = { from: '2026-10-25T02:30', to: '2099-01-02T00:00Z' };
    expect(
      await anna.client.attempt('createAlert', { body: { color: 'rosso', reason: 'x', ...times } }),
    ).toMatchObject({ status: 400, error: { code: 'from-ambiguous' } });
  });
});
