import type { Client } from '@semaforo/client';
import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilShows } from '../../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../../test/test-database.ts';

const MIN_MS = 60_000;
const SIGNALS = ['/3/val/s1', '/3/val/s2'];
const NEEDED = { status: 409, error: { code: 'second-person-needed' } };

describe.each(testEngines())('the second person for rosso on %s', (engine) => {
  let app: RunningApp;
  let place: Awaited<ReturnType<typeof createTestDatabasePlace>>;
  let anna: { id: number; client: Client };
  let bruno: Client;
  let admin: Client;
  let devices: number[];
  let ahead: number;

  const settings = () => ({
    COMMAND_CONFIRM_MS: '500',
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
  });
  beforeEach(async () => {
    ahead = 0;
    place = await createTestDatabasePlace(engine);
    const clock = { now: () => Date.now() + ahead };
    app = await startApp({ dataDir: place.dataDir, clock, settings: settings() });
    anna = await app.createOperator('anna');
    bruno = (await app.createOperator('bruno')).client;
    admin = await app.logIn(ADMIN);
    devices = [];
    for (const topic of SIGNALS) devices.push(await app.createDevice({ topic, userId: anna.id }));
    await app.startFleet(
      SIGNALS.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' })),
    );
    for (const topic of SIGNALS) await shows(topic, 'verde');
    const body = { [SECOND_PERSON_SETTING]: 'true' };
    await admin('saveUserSetting', { params: { id: anna.id }, body });
  });
  afterEach(async () => {
    await app.stop();
    await place.remove();
  });

  const shows = (topic: string, color: string) => untilShows(anna.client, topic, color);
  const at = (ms: number) => new Date(Date.now() + ahead + ms).toISOString();
  const rosso = (by: Client = anna.client, more: object = {}) =>
    by.attempt('sendCommand', { body: { command: 'rosso', ...more } });
  const listed = async (by: Client) => (await by('listApprovals'))[0];
  const idOf = async (by: Client = anna.client) => (await listed(by))?.id ?? 0;
  const audit = async (action: string) =>
    (await admin('listAudit', {})).entries.filter((row) => row.action === action).map((row) => row.username);

  /** A schedule and a plan to rosso are made once another person has confirmed. */
  const waitsToBePlanned = async () => {
    const requested = { color: 'rosso', datetime: at(60 * MIN_MS) } as const;
    expect(await anna.client.attempt('createSchedule', { body: requested })).toMatchObject(NEEDED);
    expect(await anna.client('listSchedules')).toEqual([]);
    await admin('confirmApproval', { params: { id: await idOf() } });
    expect(await anna.client('listSchedules')).toMatchObject([{ color: 'rosso', username: 'anna' }]);
    const plan = { color: 'rosso', begin: '12:00', repeat: 'giorno', starts_on: '2026-01-01' } as const;
    expect(await anna.client.attempt('createPlan', { body: plan })).toMatchObject(NEEDED);
    expect(await anna.client('listPlans')).toEqual([]);
    await admin('confirmApproval', { params: { id: await idOf() } });
    expect(await anna.client('listPlans')).toMatchObject([{ color: 'rosso', username: 'anna' }]);
  };

  /** An alert to rosso stays proposed until another person confirms it. */
  const waitsToBeAlerted = async () => {
    const body = { color: 'rosso', from: at(0), to: at(60 * MIN_MS), reason: 'Piena' } as const;
    const made = await anna.client('createAlert', { body });
    expect(made).toMatchObject({ state: 'proposta', awaits: 'seconda persona', author: 'anna' });
    const params = { id: made.id };
    const own = await anna.client.attempt('confirmAlert', { params });
    expect(own).toMatchObject({ error: { code: 'same-person' } });
    expect(await admin('confirmAlert', { params })).toMatchObject({
      author: 'anna',
      approved_by: ADMIN.username,
    });
    await shows(SIGNALS[0] ?? '', 'rosso');
    const drill = await anna.client('createAlert', { body: { ...body, drill: true } });
    expect(drill.state).not.toBe('proposta');
  };

  test('one asks, another confirms: only then the lamps are lit, in the name of the first', async () => {
    expect(await rosso()).toMatchObject(NEEDED);
    expect(await anna.client('listHistory')).toEqual([]);
    const id = await idOf();
    expect(await listed(anna.client)).toMatchObject({ mine: true, may_confirm: false, total: 2 });
    expect(await listed(bruno)).toBeUndefined();
    expect(await listed(admin)).toMatchObject({ state: 'in attesa', asked_by: 'anna', may_confirm: true });
    const params = { id };
    expect(await anna.client.attempt('confirmApproval', { params })).toMatchObject({
      error: { code: 'same-person' },
    });
    expect(await bruno.attempt('confirmApproval', { params })).toMatchObject({ status: 404 });
    expect(await bruno.attempt('rejectApproval', { params })).toMatchObject({ status: 404 });
    const old = new Date(Date.now() - 11_000).toISOString();
    const tooOld = await admin.attempt('confirmApproval', { params, issuedAt: old });
    expect(tooOld).toMatchObject({ error: { code: 'command-too-old' } });
    expect(await anna.client('listHistory')).toEqual([]);
    const confirmed = await admin('confirmApproval', { params });
    expect(confirmed).toMatchObject({ state: 'confermata', decided_by: ADMIN.username });
    for (const topic of SIGNALS) await shows(topic, 'rosso');
    const history = await anna.client('listHistory');
    expect(history.map(({ username, approved_by }) => [username, approved_by])).toEqual([
      ['anna', ADMIN.username],
      ['anna', ADMIN.username],
    ]);
    const last = await anna.client('getLastCommand', {});
    expect(last).toMatchObject({ username: 'anna', approved_by: ADMIN.username });
    expect(await admin.attempt('confirmApproval', { params })).toMatchObject({
      error: { code: 'approval-over' },
    });
    expect(await audit('approvals.ask')).toEqual(['anna']);
    expect(await audit('approvals.confirm')).toContain(ADMIN.username);
  });

  test('of two presses at once one is done; other colors and Comuni need nobody; plans and alerts wait too', async () => {
    await rosso(admin, { deviceIds: devices.slice(0, 1) });
    const params = { id: await idOf() };
    const answers = await Promise.all([1, 2].map(() => anna.client.attempt('confirmApproval', { params })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await anna.client('listHistory')).toHaveLength(1);
    expect(await anna.client.attempt('sendCommand', { body: { command: 'arancio' } })).toMatchObject({
      ok: true,
    });
    expect(await rosso(bruno)).toMatchObject({ ok: true });
    await waitsToBePlanned();
    await waitsToBeAlerted();
  });

  test('a request expires, is refused, is superseded by a newer one, and a restart keeps it', async () => {
    await rosso();
    const first = await idOf();
    await rosso(anna.client, { deviceIds: devices.slice(0, 1) });
    const params = { id: await idOf() };
    expect(params.id).toBeGreaterThan(first);
    expect(await admin.attempt('confirmApproval', { params: { id: first } })).toMatchObject({ status: 409 });
    expect(await admin('rejectApproval', { params })).toMatchObject({ state: 'rifiutata' });
    await rosso();
    await app.stop();
    const clock = { now: () => Date.now() + ahead };
    app = await startApp({ dataDir: place.dataDir, clock, settings: settings() });
    admin = await app.logIn(ADMIN);
    const kept = await listed(admin);
    expect(kept).toMatchObject({ state: 'in attesa', total: 2 });
    ahead = 2 * MIN_MS;
    expect(await listed(admin)).toMatchObject({ state: 'scaduta', may_confirm: false });
    const late = await admin.attempt('confirmApproval', { params: { id: kept?.id ?? 0 } });
    expect(late).toMatchObject({ error: { code: 'approval-over' } });
    await until('its expiry is in the audit', async () => (await audit('approvals.expire')).length === 1);
    expect((await admin('listHistory')).filter(({ color }) => color === 'rosso')).toEqual([]);
    // How it ended is shown for some minutes; then the audit alone tells of it.
    ahead = 8 * MIN_MS;
    await until('it is forgotten', async () => (await listed(admin)) === undefined);
    const gone = await admin.attempt('rejectApproval', { params: { id: kept?.id ?? 0 } });
    expect(gone).toMatchObject({ status: 409 });
    await until('it is deleted', async () => {
      const again = await admin.attempt('rejectApproval', { params: { id: kept?.id ?? 0 } });
      return again.status === 404;
    });
  });

  test('one person can have 20 requests waiting, and they hide nobody else’s', async () => {
    const own = await app.createDevice({ topic: '/3/val/s3', userId: anna.id });
    await rosso(admin, { deviceIds: [own] });
    const color = 'rosso' as const;
    const requested = Array.from({ length: 21 }, (_, at_) => ({ color, datetime: at((60 + at_) * MIN_MS) }));
    const codes: (string | undefined)[] = [];
    for (const body of requested) {
      const made = await anna.client.attempt('createSchedule', { body });
      codes.push(made.ok ? undefined : made.error.code);
    }
    expect(new Set(codes.slice(0, 20))).toEqual(new Set(['second-person-needed']));
    expect(codes[20]).toBe('too-many-approvals');
    expect((await anna.client('listApprovals')).map(({ asked_by }) => asked_by)).toContain(ADMIN.username);
  });
});
