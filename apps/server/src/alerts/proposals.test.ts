import type { Client } from '@semaforo/client';
import type { AlertPolicy } from '@semaforo/contract/domain/alert-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { ADMIN } from '@semaforo/testing/credentials';
import { type FakeTelegram, startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { nationalBulletin, ZONES_CSV } from '@semaforo/testing/national-bulletin';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkChat } from '../../test/linked-chat.ts';
import { OPERATOR_PASSWORD, type RunningApp, startApp, untilShows } from '../../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../../test/test-database.ts';

/** Saturday 21 November 2026, 15:30 in Rome. */
const SATURDAY = Date.UTC(2026, 10, 21, 14, 30);
const HOUR_MS = 3_600_000;
const LAMP = '/3/val/s1';

describe.each(testEngines())('proposals of bulletins on %s', (engine) => {
  let app: RunningApp;
  let fake: FakeTelegram;
  let removePlace: () => Promise<void>;
  let admin: Client;
  let anna: { id: number; client: Client };
  let texts: () => readonly string[];
  let started: number;
  let ahead: number;

  /** The clock stands on that Saturday and runs from there. */
  beforeEach(async () => {
    started = Date.now();
    ahead = 0;
    const place = await createTestDatabasePlace(engine);
    fake = await startFakeTelegram();
    removePlace = place.remove;
    app = await startApp({
      dataDir: place.dataDir,
      clock: { now: () => SATURDAY + Date.now() - started + ahead },
      settings: {
        ...fake.settings,
        ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      },
    });
    admin = await app.logIn(ADMIN);
    await admin('importZones', { body: ZONES_CSV });
    anna = await app.createOperator('anna');
    await admin('saveUserZones', { params: { id: anna.id }, body: { zones: ['Vald-B'] } });
    await app.createDevice({ topic: LAMP, userId: anna.id, name: 'Piazza' });
    await app.startFleet([{ key: LAMP, type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' }]);
    await shows('verde');
    texts = await linkChat(fake, anna.client, 7);
  });
  afterEach(async () => {
    await app.stop();
    await fake.stop();
    await removePlace();
  });

  const shows = (color: string) => untilShows(anna.client, LAMP, color);
  const policy = (value: AlertPolicy) =>
    admin('saveUserSetting', { params: { id: anna.id }, body: { alert_policy: value } });
  const upload = (color: SignalColor, more: { date?: string; name?: string } = {}) =>
    admin('uploadBulletin', {
      body: nationalBulletin({
        tomorrow: [{ name: 'Basso Torno, Piana e Laguna', idraulico: color }, { name: 'Alto Torno' }],
        ...more,
      }),
    });
  const alerts = () => anna.client('listAlerts');
  const untilAlerts = (expected: object[]) =>
    until('the alerts are as expected', async () => {
      const found = await alerts();
      const states = found.map(({ color, state }) => ({ color, state }));
      return JSON.stringify(states) === JSON.stringify(expected) && found;
    });
  const untilNotified = (words: string) =>
    until(`the bot says ${words}`, () => texts().find((text) => text.includes(words)));

  test('a bulletin that was read before the zone was chosen is proposed when it is chosen', async () => {
    const chosen = (zones: string[]) => admin('saveUserZones', { params: { id: anna.id }, body: { zones } });
    await chosen([]);
    await upload('arancio');
    const bruno = await app.createOperator('bruno');
    await admin('saveUserZones', { params: { id: bruno.id }, body: { zones: ['Vald-B'] } });
    await until('the other Comune has a proposal', async () => {
      return (await bruno.client('listAlerts')).length === 1;
    });
    expect(await alerts()).toEqual([]);
    await anna.client('saveMyZones', { body: { zones: ['Vald-B'] } });
    await untilAlerts([{ color: 'arancio', state: 'proposta' }]);
    // Chosen by mistake: what was proposed goes with the zone, and comes back with it, once.
    await chosen([]);
    await untilAlerts([{ color: 'arancio', state: 'superata' }]);
    await chosen(['Vald-B']);
    const [again] = await untilAlerts([{ color: 'arancio', state: 'proposta' }]);
    await anna.client('rejectAlert', { params: { id: again?.id ?? 0 } });
    await chosen([]);
    await bruno.client('saveMyZones', { body: { zones: [] } });
    await until('the other proposal has gone', async () => {
      return (await bruno.client('listAlerts')).every(({ state }) => state === 'superata');
    });
    await chosen(['Vald-B']);
    await bruno.client('saveMyZones', { body: { zones: ['Vald-B'] } });
    await until('the other Comune has its proposal again', async () => {
      return (await bruno.client('listAlerts')).map(({ state }) => state).join() === 'proposta';
    });
    await untilAlerts([{ color: 'arancio', state: 'rifiutata' }]);
  });

  test('a bulletin is proposed for the day and zone that it speaks of, and a person confirms it', async () => {
    await upload('arancio');
    const [proposal] = await untilAlerts([{ color: 'arancio', state: 'proposta' }]);
    expect(proposal).toMatchObject({
      from: '2026-11-21T23:00:00.000Z',
      to: '2026-11-22T22:59:00.000Z',
      zone: 'Vald-B',
      source: 'bollettino',
      author: null,
      total: 1,
    });
    await untilNotified('proposta dal 00:00 del 22/11/2026 alle 23:59 del 22/11/2026');
    const id = proposal?.id ?? 0;
    const confirmed = await anna.client('confirmAlert', { params: { id }, body: {} });
    expect(confirmed).toMatchObject({ state: 'confermata', author: 'anna' });
    expect(await anna.client.attempt('confirmAlert', { params: { id }, body: {} })).toMatchObject({
      status: 409,
    });
    ahead = 8.5 * HOUR_MS;
    await shows('arancio');
    await untilNotified('Allerta arancione iniziata');
    // It is confirmed: the same is not proposed again.
    await upload('arancio', { date: '2026-11-21T15:12:00.000Z', name: 'Aggiornamento' });
    expect(await alerts()).toHaveLength(1);
  });

  test('a newer bulletin supersedes a proposal, and what was rejected comes back only graver', async () => {
    await upload('giallo');
    await untilAlerts([{ color: 'giallo', state: 'proposta' }]);
    await upload('rosso', { date: '2026-11-21T14:20:00.000Z', name: 'Aggiornamento' });
    const found = await untilAlerts([
      { color: 'rosso', state: 'proposta' },
      { color: 'giallo', state: 'superata' },
    ]);
    const params = { id: found[0]?.id ?? 0 };
    await anna.client('rejectAlert', { params });
    // Taken back, it is nobody's proposal as before.
    expect(await anna.client('undoAlertDecision', { params })).toMatchObject({
      ...{ state: 'proposta', author: null, awaits: null, decided_at: null },
    });
    await anna.client('rejectAlert', { params, body: { reason: 'Zona senza segnali' } });
    await upload('arancio', { date: '2026-11-21T14:25:00.000Z', name: 'Secondo aggiornamento' });
    await policy('alza');
    await upload('rosso', { date: '2026-11-21T14:28:00.000Z', name: 'Terzo aggiornamento' });
    const states = (await alerts()).map(({ color, state }) => `${color} ${state}`);
    expect(states.filter((one) => !one.endsWith('superata'))).toEqual(['rosso rifiutata']);
  });

  test('a stale bulletin proposes nothing', async () => {
    await upload('rosso', { date: '2026-11-20T08:00:00.000Z' });
    await upload('giallo', { date: '2026-11-20T08:01:00.000Z', name: 'Anche vecchio' });
    expect(await alerts()).toEqual([]);
  });

  test('the policy that raises begins by itself, and never lowers: the end is asked of a person', async () => {
    await policy('alza');
    await upload('arancio');
    const [alert] = await untilAlerts([{ color: 'arancio', state: 'confermata' }]);
    await untilNotified('inizierà da sola');
    ahead = 8.5 * HOUR_MS;
    await shows('arancio');
    // Sessions last for 12 hours.
    ahead = 33 * HOUR_MS;
    const login = { username: 'anna', password: OPERATOR_PASSWORD };
    anna.client = await app.logIn(login);
    expect(await alerts()).toMatchObject([{ state: 'in corso', awaits: 'fine', author: null }]);
    await shows('arancio');
    const params = { id: alert?.id ?? 0 };
    await anna.client('confirmAlert', { params, body: {} });
    await shows('verde');
    expect(await alerts()).toMatchObject([{ state: 'conclusa', author: 'anna' }]);
  });

  test('the policy that only tells makes no proposal', async () => {
    await policy('avvisa');
    await upload('giallo');
    await untilNotified('Il bollettino prevede allerta gialla per il 22/11/2026');
    expect(await alerts()).toEqual([]);
  });
});
