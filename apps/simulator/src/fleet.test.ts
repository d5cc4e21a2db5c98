import { channelOfColor, writesFor } from '@semaforo/contract/domain/channels';
import { type AedesBroker, startAedesBroker } from '@semaforo/testing/aedes-broker';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Behaviour } from './behaviour.ts';
import { createFleet, type Fleet, type PowerDips } from './fleet.ts';
import type { DeviceSpec, SimulatedDevice } from './simulated-device.ts';

const KEY = '/4/prova/s1';
const VERDE = `${KEY}/${channelOfColor(KEY, 'verde')}`;
const ROSSO = `${KEY}/${channelOfColor(KEY, 'rosso')}`;

let broker: AedesBroker;
let fleet: Fleet | undefined;

beforeEach(async () => {
  broker = await startAedesBroker();
});

afterEach(async () => {
  await fleet?.stop();
  fleet = undefined;
  await broker.cut();
});

async function startFleet(
  devices: DeviceSpec[],
  options: {
    commandTopic?: string;
    connections?: number;
    reportEveryMs?: number;
    powerDips?: PowerDips;
  } = {},
) {
  fleet = createFleet({ broker: { host: '127.0.0.1', port: broker.port }, devices, ...options });
  await fleet.start();
  await until('the last device is heard', () => receivedOn(`${devices.at(-1)?.key}/uptime`).length > 0);
  return fleet;
}

function signal(behaviour: Behaviour, key = KEY): DeviceSpec {
  return { key, type: 'semaforo', behaviour, shows: 'verde' };
}

function receivedOn(topic: string): string[] {
  return broker.received.filter((message) => message.topic === topic).map(({ payload }) => payload);
}

/** Lets it say its metrics, and waits for them: whatever it said before was heard before. */
async function untilReportedAgain({ key, reportMetrics }: SimulatedDevice) {
  const receivedBefore = receivedOn(`${key}/uptime`).length;
  reportMetrics();
  await until('the metrics are heard', () => receivedOn(`${key}/uptime`).length > receivedBefore);
}

async function command(status: 'rosso' | 'verde', template = '{key}/{channel}/set') {
  for (const { channel, payload } of writesFor('semaforo', KEY, status)) {
    await broker.publish(template.replace('{key}', KEY).replace('{channel}', channel), payload);
  }
}

describe('a fleet on a real broker', () => {
  it('reports the availability, the outputs and the metrics of each device when it joins', async () => {
    await startFleet([signal({ kind: 'obedient' })]);
    expect(broker.received[0]).toEqual({ topic: `${KEY}/status`, payload: 'online', retain: true });
    expect(receivedOn(VERDE)).toEqual(['1']);
    expect(receivedOn(ROSSO)).toEqual(['0']);
    expect(receivedOn(`${KEY}/vcc`)).toEqual(['3.3']);
  });

  it('confirms a command when the device is obedient', async () => {
    await startFleet([signal({ kind: 'obedient' })]);
    await command('rosso');
    await until('verde is heard', () => receivedOn(VERDE).length > 1);
    expect(receivedOn(VERDE)).toEqual(['1', '0']);
    expect(receivedOn(ROSSO)).toEqual(['0', '1']);
  });

  it('keeps silent about its outputs when the device is mute, though the command arrived', async () => {
    const { device } = await startFleet([signal({ kind: 'mute' })]);
    await command('rosso');
    await until('the command arrived', () => device(KEY).commands.length === 4);
    await untilReportedAgain(device(KEY));
    expect(receivedOn(ROSSO)).toEqual([]);
    expect(receivedOn(`${KEY}/status`)).toEqual(['online']);
  });

  it('reports the opposite of the command when the device is a liar', async () => {
    await startFleet([signal({ kind: 'liar' })]);
    await command('rosso');
    await until('giallo is heard', () => receivedOn(`${KEY}/${channelOfColor(KEY, 'giallo')}`).includes('1'));
    expect(receivedOn(ROSSO)).toEqual(['0', '0']);
  });

  it('confirms only after its delay when the device is slow', async () => {
    await startFleet([signal({ kind: 'slow', delayMs: 300 })]);
    const before = performance.now();
    await command('rosso');
    await until('rosso is heard', () => receivedOn(ROSSO).includes('1'));
    expect(performance.now() - before).toBeGreaterThanOrEqual(299);
  });

  it('confirms only when released when the device is held', async () => {
    const { device } = await startFleet([signal({ kind: 'obedient' })]);
    device(KEY).behave({ kind: 'held' });
    await command('rosso');
    await until('the command arrived', () => device(KEY).commands.length === 4);
    await untilReportedAgain(device(KEY));
    expect(receivedOn(ROSSO)).toEqual(['0']);
    device(KEY).release();
    await until('rosso is heard', () => receivedOn(ROSSO).includes('1'));
  });

  it('obeys a command that reaches it after it was released', async () => {
    const { device } = await startFleet([signal({ kind: 'held' })]);
    device(KEY).release();
    await command('rosso');
    await until('rosso is heard', () => receivedOn(ROSSO).includes('1'));
  });

  it('lets the broker publish the last will when the power is cut', async () => {
    const running = await startFleet([signal({ kind: 'obedient' })]);
    await running.stop();
    await until('the last will is heard', () => receivedOn(`${KEY}/status`).includes('offline'));
  });

  it('joins again by itself and reports what its lamps show now after the broker was away', async () => {
    await startFleet([signal({ kind: 'obedient' })]);
    await command('rosso');
    await until('rosso is heard', () => receivedOn(ROSSO).includes('1'));
    await broker.cut();
    await broker.comeBack();
    await until('rosso is heard again', () => receivedOn(ROSSO).length === 3);
    expect(receivedOn(ROSSO)).toEqual(['0', '1', '1']);
  });

  it.each([
    ['dark', { verde: '0', rosso: '0' }],
    ['verde', { verde: '1', rosso: '0' }],
    ['last', { verde: '0', rosso: '1' }],
  ] as const)('starts again after a power dip and shows: %s', async (rebootTo, shown) => {
    await startFleet([signal({ kind: 'obedient' })], { powerDips: { perHour: 3600, rebootTo } });
    await command('rosso');
    await until('rosso is reported', () => receivedOn(ROSSO).includes('1'));
    const receivedBefore = broker.received.length;
    const lastOn = (topic: string) =>
      broker.received.slice(receivedBefore).findLast((message) => message.topic === topic)?.payload;
    await until('it says what it shows', () => {
      return lastOn(VERDE) === shown.verde && lastOn(ROSSO) === shown.rosso;
    });
    expect(receivedOn(`${KEY}/uptime`).at(-1)).toBe('0');
  });

  it('takes no report of its own for a command when both share a topic', async () => {
    const commandTopic = '{key}/{channel}';
    const { device } = await startFleet([signal({ kind: 'obedient' })], { commandTopic });
    await command('rosso', commandTopic);
    await until('the command arrived', () => device(KEY).commands.length === 4);
    await command('verde', commandTopic);
    await until('every report is heard', () => receivedOn(ROSSO).length === 5);
    expect(receivedOn(ROSSO)).toEqual(['0', '1', '1', '0', '0']);
    expect(device(KEY).commands).toHaveLength(8);
  });

  it('shares few links among many devices and reports all of them in every period', async () => {
    const keys = Array.from({ length: 300 }, (_, index) => `/3/prova/s${index}`);
    await startFleet(
      keys.map((key) => signal({ kind: 'obedient' }, key)),
      { connections: 3, reportEveryMs: 400 },
    );
    await until('all have reported twice', () =>
      keys.every((key) => receivedOn(`${key}/uptime`).length >= 2),
    );
    expect(broker.received.filter(({ topic }) => topic.endsWith('/status'))).toEqual([]);
  });

  it.skipIf(!hasMosquitto)(
    'lets a device log in with its own credentials, on a link of its own',
    async () => {
      const mosquitto = createMosquitto(await freePort());
      await mosquitto.start();
      try {
        const troubles: string[] = [];
        fleet = createFleet({
          broker: { host: '127.0.0.1', port: mosquitto.port, username: 'altro', password: 'sbagliata' },
          devices: [{ ...signal({ kind: 'obedient' }), login: MOSQUITTO_LOGIN }],
          connections: 1,
          onTrouble: (reason) => troubles.push(reason),
        });
        await fleet.start();
        expect(troubles).toEqual([]);
        await fleet.stop();
      } finally {
        await mosquitto.remove();
      }
    },
  );
});
