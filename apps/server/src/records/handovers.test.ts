import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { ADMIN } from '@semaforo/testing/credentials';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../../test/test-database.ts';

describe.each(testEngines())('the handovers of shifts on %s', (engine) => {
  let app: RunningApp;
  let removePlace: () => Promise<void>;

  beforeEach(async () => {
    const place = await createTestDatabasePlace(engine);
    removePlace = place.remove;
    app = await startApp({
      dataDir: place.dataDir,
      ...(place.databaseUrl !== undefined && { settings: { DATABASE_URL: place.databaseUrl } }),
    });
  });
  afterEach(async () => {
    await app.stop();
    await removePlace();
  });

  test('stay until somebody of the same Comune takes them; who did is in the audit', async () => {
    const anna = await app.createOperator('valdombra');
    const bruno = await app.createOperator('torrealta');
    const write = (text: string) => anna.client('writeHandover', { body: { text } });
    await write('  Il palo di Via Roma va riacceso a mano ');
    const { handovers } = await write('Chiamare il COC alle 6');
    expect(handovers.map(({ text, author }) => [text, author])).toEqual([
      ['Il palo di Via Roma va riacceso a mano', 'valdombra'],
      ['Chiamare il COC alle 6', 'valdombra'],
    ]);
    expect((await anna.client.attempt('writeHandover', { body: { text: ' ' } })).status).toBe(400);
    const params = { id: String(handovers[0]?.id) };
    const take = { params, body: {} };
    expect(await bruno.client('listHandovers')).toEqual({ handovers: [] });
    expect((await bruno.client.attempt('takeHandover', take)).status).toBe(404);
    const left = await anna.client('takeHandover', take);
    expect(left.handovers.map(({ text }) => text)).toEqual(['Chiamare il COC alle 6']);
    expect((await anna.client.attempt('takeHandover', take)).status).toBe(404);
    const date = romeWallTime(Date.now()).date;
    const { rows } = await anna.client('getDaySheet', { query: { date } });
    const consegne = rows.filter(({ kind }) => kind === 'consegna');
    expect(consegne.map(({ what, outcome, author }) => `${what}: ${outcome}, ${author ?? ''}`)).toEqual([
      'Il palo di Via Roma va riacceso a mano: lasciata, valdombra',
      'Chiamare il COC alle 6: lasciata, valdombra',
      'Il palo di Via Roma va riacceso a mano: presa, valdombra',
    ]);
    expect((await bruno.client('getDaySheet', { query: { date } })).rows).toEqual([]);
    const admin = await app.logIn(ADMIN);
    const { entries } = await admin('listAudit');
    const taken = entries.find(
      ({ action, outcome }) => action === 'handovers.take' && outcome === 'riuscita',
    );
    expect(taken).toMatchObject({
      ...{ username: 'valdombra', before: { text: 'Il palo di Via Roma va riacceso a mano' } },
    });
  });
});
