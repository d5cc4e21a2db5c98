import type { Client } from '@semaforo/client';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp, untilStatus } from '../../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../../test/test-database.ts';

const WILL = { payload: Buffer.from('offline'), qos: 1, retain: true } as const;

describe.each(testEngines())('the first start on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let admin: Client;

  beforeAll(async () => {
    place = await createTestDatabasePlace(engine);
    app = await startApp({
      dataDir: place.dataDir,
      settings: place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl },
    });
    admin = await app.logIn(ADMIN);
  });
  afterAll(async () => {
    await app.stop();
    await place.remove();
  });

  const received = async () => (await admin('listHeardDevices')).heard;
  const knock = (username: string, key?: string) =>
    connectAsync(
      `mqtt://127.0.0.1:${app.brokerPort}`,
      {
        username,
        password: 'sbagliata',
        clientId: `scheda-${username}`,
        reconnectPeriod: 0,
        ...(key !== undefined && { will: { ...WILL, topic: `${key}/status` } }),
      },
      false,
    ).catch(() => undefined);

  test('the steps follow what is stored: town, device, device that speaks, lamp that was lit by a command', async () => {
    const none = {
      passwordChanged: false,
      town: null,
      device: null,
      lampConfirmed: false,
      severalHeard: false,
    };
    expect(await admin('getFirstSteps')).toEqual(none);
    const town = await app.createOperator('valdombra');
    const id = await app.createDevice({ topic: '/3/val/s1', userId: town.id });
    const device = { id, name: null, topic: '/3/val/s1', heard: false };
    expect(await admin('getFirstSteps')).toEqual({
      ...none,
      town: { id: town.id, username: 'valdombra' },
      device,
    });
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilStatus(admin, '/3/val/s1', 'heard', ({ status }) => status !== null);
    await until('it is stored', async () => (await admin('getFirstSteps')).device?.heard);
    await admin('sendCommand', { body: { command: 'rosso' } });
    await until('it is confirmed', async () => (await admin('getFirstSteps')).lampConfirmed);
    expect((await admin('getFirstSteps')).severalHeard).toBe(false);
    await app.createDevice({ topic: '/3/val/s2', userId: town.id });
    await app.startFleet([
      { key: '/3/val/s2', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await until('the second is heard', async () => (await admin('getFirstSteps')).severalHeard);
    expect(await town.client.attempt('getFirstSteps')).toMatchObject({ status: 403 });
  });

  test('who speaks under an unknown topic is listed until it is registered, and by its channels has a type', async () => {
    const client = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
    await client.publishAsync('/4/val/l9/out1', '1', { qos: 1 });
    await client.publishAsync('/4/val/l9/status', 'online', { qos: 1 });
    await until('both words are heard', async () => (await received())[0]?.words.length === 2);
    expect(await received()).toMatchObject([
      { key: '/4/val/l9', type: 'lanterna', log_in: null, device_id: null, count: 2, ignored: false },
    ]);
    const { users } = await admin('listUsers');
    const userId = users.find(({ username }) => username === 'valdombra')?.id ?? 0;
    await app.createDevice({ topic: '/4/val/l9', userId, type: 'lanterna' });
    expect(await received()).toEqual([]);
    await client.endAsync();
  });

  test('who is refused at log-in is listed with the topic of its last will, and a registered one with its device', async () => {
    await knock('scheda-nuova', '/3/val/s8');
    await knock('chiunque');
    await knock('scheda-vecchia', '/3/val/s1');
    await until('all three are heard', async () => (await received()).length === 3);
    const { device } = await admin('getFirstSteps');
    expect(await received()).toMatchObject([
      { key: '/3/val/s1', device_id: device?.id },
      { key: null, log_in: { username: 'chiunque', client_id: 'scheda-chiunque', reason: 'unknown' } },
      { key: '/3/val/s8', device_id: null, type: null, log_in: { address: '127.0.0.1' } },
    ]);
  });

  test('what is ignored stays so, can be taken back, and is in the audit', async () => {
    const body = { name: '/3/val/s8', ignored: true };
    const isIgnored = async () => (await received()).find(({ name }) => name === body.name)?.ignored;
    await admin('ignoreHeardDevice', { body });
    await admin('ignoreHeardDevice', { body });
    expect(await isIgnored()).toBe(true);
    await admin('ignoreHeardDevice', { body: { ...body, ignored: false } });
    expect(await isIgnored()).toBe(false);
    const unheard = { name: '/3/val/mai', ignored: true };
    expect(await admin.attempt('ignoreHeardDevice', { body: unheard })).toMatchObject({ status: 404 });
    const { entries } = await admin('listAudit');
    const audited = entries.filter(({ action }) => action === 'devices.ignore-heard');
    expect(audited.filter(({ outcome }) => outcome === 'riuscita')).toHaveLength(2);
  });

  test('the connection data name the port, and that only this machine is listened to', async () => {
    expect(await admin('getDeviceConnection')).toMatchObject({
      embedded: true,
      loopbackOnly: true,
      reachIsGiven: false,
      port: app.brokerPort,
      tlsPort: null,
      certificate: null,
      sharedLogin: true,
    });
  });

  test('the step of the password is done once the admin has changed it', async () => {
    const login = { currentPassword: ADMIN.password, newPassword: 'un-altra-parola-lunga' };
    const { accessToken } = await admin('changePassword', { body: login });
    expect(accessToken).not.toBe('');
    admin = await app.logIn({ username: ADMIN.username, password: login.newPassword });
    expect((await admin('getFirstSteps')).passwordChanged).toBe(true);
  });
});
