import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunningApp } from '../test/running-app.ts';
import {
  hasServersAsOne,
  readinessOf,
  type ServersAsOne,
  startServersAsOne,
  startTown,
  type Town,
} from '../test/servers-as-one.ts';

describe.skipIf(!hasServersAsOne)('two servers as one', () => {
  test('a command, schedule, group or alert of one is heard by the pages of the other', async () => {
    const servers = await startServersAsOne();
    const { userId, client, admin, page } = await startTown(servers, 'obedient');
    const progress: { commandId: number; deliveries: { state: string }[] }[] = [];
    page.socket.on('command_progress', (published) => progress.push(...published));

    const { commandId } = await client('sendCommand', {
      query: { type: 'semaforo' },
      body: { command: 'rosso' },
    });
    await until('it is seen to be confirmed', () =>
      progress.some(
        (published) =>
          published.commandId === commandId &&
          published.deliveries.some(({ state }) => state === 'confermato'),
      ),
    );
    expect(page.received.indexOf('command_accepted')).toBeGreaterThanOrEqual(0);
    expect(page.received.indexOf('command_accepted')).toBeLessThan(page.received.indexOf('command_progress'));

    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    await client('createSchedule', {
      body: { color: 'verde', datetime: tomorrow, device_type: 'semaforo' },
    });
    await until('schedules', () => page.received.includes('schedules_changed'));
    await client('createGroup', { body: { name: 'Centro', deviceIds: [] } });
    await until('groups', () => page.received.includes('groups_changed'));
    await approvesOnce(servers, { userId, client, admin, page });
  });

  test('what is asked of a device, pending, in error and in maintenance on one is so on the other, until a person accepts or ends it', async () => {
    const servers = await startServersAsOne({ COMMAND_CONFIRM_MS: '3000' });
    const { deviceId, client, other } = await startTown(servers, 'mute');
    const seen = async () => (await other('listDeviceStatuses'))[0];
    const sending = client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
    const pending = await until('pending', async () => {
      const known = await seen();
      return known?.pending === 'rosso' ? known : undefined;
    });
    expect(pending).toMatchObject({ desired: { value: 'rosso', by: 'comune' }, error: false });
    expect((await sending).results).toMatchObject([{ error: expect.any(String) as string }]);
    await until('in error', async () => (await seen())?.error);
    expect(await seen()).toMatchObject({ pending: null, out_of_sync: true, desired: { value: 'rosso' } });
    await client('acceptReported', { params: { id: deviceId }, body: {} });
    await until('accepted', async () => (await seen())?.out_of_sync === false);
    expect(await seen()).toMatchObject({ desired: { value: 'verde', by: 'comune' }, error: false });
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await client('setMaintenance', {
      params: { id: deviceId },
      body: { until: inAnHour, reason: 'Lampada nuova' },
    });
    await until('in maintenance', async () => (await seen())?.maintenance?.until === inAnHour);
    await other('endMaintenance', { params: { id: deviceId } });
    const first = async () => (await client('listDeviceStatuses'))[0];
    await until('no more in maintenance', async () => (await first())?.maintenance === null);
  });

  test('a newer command of the other ends the older one, and both show the newer one', async () => {
    const servers = await startServersAsOne({ COMMAND_CONFIRM_MS: '20000' });
    const { client, other } = await startTown(servers, 'mute');
    const send = (by: typeof client, command: 'rosso' | 'giallo') =>
      by('sendCommand', { query: { type: 'semaforo' }, body: { command } });
    const older = send(client, 'rosso');
    const pendingAt = async (at: typeof client) => (await at('listDeviceStatuses'))[0]?.pending;
    await until('rosso is pending on both', async () => (await pendingAt(other)) === 'rosso');
    void send(other, 'giallo').catch(() => undefined);
    expect((await older).results).toMatchObject([{ error: 'Superato da un comando più recente' }]);
    for (const at of [client, other]) {
      await until('giallo is pending', async () => (await pendingAt(at)) === 'giallo');
    }
  });

  test('a session ended, a user deleted, a broker saved and a device made on one are so on the other', async () => {
    const servers = await startServersAsOne();
    const { first, second } = servers;
    const { client, userId, page, admin } = await startTown(servers, 'obedient');
    const devices = async () => (await admin('listManagedDevices')).devices.length;
    await first.createDevice({ topic: '/3/comune/s2', userId });
    await until('the other knows the device', async () => (await devices()) === 2);

    await client('endOtherSessions');
    await until('its socket is cut', () => !page.socket.connected);

    const boss = await first.logIn(ADMIN);
    const another = createMosquitto(await freePort());
    onTestFinished(another.remove);
    await another.start();
    await boss('saveBrokerConfig', {
      body: { broker: '127.0.0.1', port: another.port, ...MOSQUITTO_LOGIN },
    });
    const device = await connectAsync(`mqtt://127.0.0.1:${another.port}`, MOSQUITTO_LOGIN);
    onTestFinished(() => device.endAsync());
    await until('the other hears what is said on that broker', async () => {
      await device.publishAsync('/3/comune/s2/out1', '1');
      const known = await admin('listDeviceStatuses');
      return known.some(({ topic, status }) => topic === '/3/comune/s2' && status === 'verde');
    });
    await boss('deleteUser', { params: { id: userId } });
    await until('the devices have no owner', async () =>
      (await admin('listManagedDevices')).devices.every(({ username }) => username === null),
    );
    expect([first.log, second.log].flat()).not.toContain('a message between servers was unreadable');
  });

  test('cut off from each other they say so, work on, and read again what they missed', async () => {
    const servers = await startServersAsOne();
    const { first, second, nats } = servers;
    const { client, page } = await startTown(servers, 'obedient');
    await until('joined', async () => (await status(second)) === 'ready');

    await nats.kill();
    for (const server of [first, second]) {
      await until('it says that it is isolated', async () => (await status(server)) === 'isolated');
      expect(await readinessOf(server)).toMatchObject({ code: 200 });
    }
    await until('its page hears it', () => page.clocks.at(-1)?.isolated === true);
    const { results } = await client('sendCommand', {
      query: { type: 'semaforo' },
      body: { command: 'giallo' },
    });
    expect(results).toMatchObject([{ error: null }]);
    page.received.length = 0;

    await nats.start();
    await until('both are back', async () =>
      (await Promise.all([first, second].map(status))).every((reported) => reported === 'ready'),
    );
    await until('its page reads again', () =>
      ['groups_changed', 'schedules_changed', 'alerts_changed'].every((event) =>
        page.received.includes(event),
      ),
    );
    await until('its page hears it', () => page.clocks.at(-1)?.isolated === undefined);
    expect([...first.log, ...second.log].join('\n')).not.toContain(nats.password);
  });
});

async function status(server: RunningApp): Promise<string> {
  return ((await readinessOf(server)) as { status: string }).status;
}

/** What is asked of one server is told on the other, and of two who confirm it there and here one does. */
async function approvesOnce(
  { first }: ServersAsOne,
  { userId, client, admin, page }: Pick<Town, 'userId' | 'client' | 'admin' | 'page'>,
): Promise<void> {
  await admin('saveUserSetting', { params: { id: userId }, body: { [SECOND_PERSON_SETTING]: 'true' } });
  await client.attempt('sendCommand', { body: { command: 'rosso' } });
  await until('the request', () => page.received.includes('approvals_changed'));
  const id = (await admin('listApprovals'))[0]?.id ?? 0;
  const people = [admin, await first.logIn(ADMIN)];
  const answers = await Promise.all(
    people.map((by) => by.attempt('confirmApproval', { params: { id }, body: {} })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
}
