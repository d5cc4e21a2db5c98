import { createClient } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { ADMIN } from '@semaforo/testing/credentials';
import { MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp } from '../test/running-app.ts';
import {
  hasServersAsOne,
  openPage,
  readinessOf,
  type ServersAsOne,
  startServersAsOne,
} from '../test/servers-as-one.ts';

const KEY = '/3/comune/s1';
const LOGIN = { username: 'comune', password: OPERATOR_PASSWORD };

describe.skipIf(!hasServersAsOne)('two servers as one', () => {
  test('a command, schedule, group or alert of one is heard by the pages of the other', async () => {
    const servers = await startServersAsOne();
    const { client, page } = await startTown(servers, 'obedient');
    const progress: { commandId: number; deliveries: { state: string }[] }[] = [];
    page.socket.on('command_progress', (told) => progress.push(...told));

    const { commandId } = await client('sendCommand', {
      query: { type: 'semaforo' },
      body: { command: 'rosso' },
    });
    await until('it is seen to be confirmed', () =>
      progress.some(
        (told) => told.commandId === commandId && told.deliveries.some(({ state }) => state === 'confermato'),
      ),
    );
    expect(page.heard.indexOf('command_accepted')).toBeGreaterThanOrEqual(0);
    expect(page.heard.indexOf('command_accepted')).toBeLessThan(page.heard.indexOf('command_progress'));

    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    await client('createSchedule', {
      body: { color: 'verde', datetime: tomorrow, device_type: 'semaforo' },
    });
    await until('schedules', () => page.heard.includes('schedules_changed'));
    await client('createGroup', { body: { name: 'Centro', deviceIds: [] } });
    await until('groups', () => page.heard.includes('groups_changed'));
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
    page.heard.length = 0;

    await nats.start();
    await until('both are back', async () =>
      (await Promise.all([first, second].map(status))).every((said) => said === 'ready'),
    );
    await until('its page reads again', () =>
      ['groups_changed', 'schedules_changed', 'alerts_changed'].every((event) => page.heard.includes(event)),
    );
    await until('its page hears it', () => page.clocks.at(-1)?.isolated === undefined);
    expect([...first.log, ...second.log].join('\n')).not.toContain(nats.password);
  });
});

async function status(server: RunningApp): Promise<string> {
  return ((await readinessOf(server)) as { status: string }).status;
}

/** A town with one signal: its operator works on the first server, and has a page open on the second. */
async function startTown({ first, second, brokerPort }: ServersAsOne, kind: 'obedient' | 'mute') {
  const { id: userId } = await first.createOperator(LOGIN.username);
  const deviceId = await first.createDevice({ topic: KEY, userId });
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: brokerPort, ...MOSQUITTO_LOGIN },
    devices: [{ key: KEY, type: 'semaforo', behaviour: { kind }, shows: 'verde' }],
  });
  onTestFinished(fleet.stop);
  await fleet.start();
  const [token, admin] = [await second.tokenOf(LOGIN), await second.logIn(ADMIN)];
  const page = await openPage(second, token);
  const other = createClient({ origin: second.url, token });
  await until('the second server knows the signal', async () => {
    const [known] = await other('listDeviceStatuses');
    return known?.status === 'verde';
  });
  return { deviceId, userId, client: await first.logIn(LOGIN), other, admin, token, page };
}
