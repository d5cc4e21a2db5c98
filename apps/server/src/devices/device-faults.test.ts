import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { reportOf, stepDevice } from '@semaforo/contract/domain/device/step-device';
import { device } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createReadFaults } from './device-faults.ts';
import type { KnownDevice } from './known-device.ts';

const DEVICES = [1, 2, 3].map((id) => device({ id, topic: `/3/val/s${id}`, ownerId: 7 }));

test('a look is at what changed and at what was wrong, and lists all that is wrong', async () => {
  const temps = new Map([[1, 90]]);
  const lookedAt: number[] = [];
  let changed: (what: number | 'all') => void = () => undefined;
  const read = createReadFaults({
    directory: { listAll: () => DEVICES, findById: (id) => DEVICES.find((device) => device.id === id) },
    states: {
      of: (id) => ({ ...UNKNOWN_DEVICE, temp: temps.get(id) ?? null }),
      pendingOf: () => null,
      isOutOfSync: () => false,
      maintenanceOf: () => null,
      errorOf: (id) => {
        lookedAt.push(id);
        return null;
      },
      follow: (follower) => {
        changed = follower;
      },
    },
    thresholds: { lowSupplyV: 0, hotC: 70, rebootsPerHour: 0 },
    silenceMs: 60_000,
    clock: { now: () => 0 },
  });
  const check = async () => {
    lookedAt.length = 0;
    const found = await read();
    return { hot: found.map(({ id }) => id), lookedAt: [...lookedAt] };
  };
  expect(await check()).toEqual({ hot: [1], lookedAt: [1, 2, 3] });
  expect(await check()).toEqual({ hot: [1], lookedAt: [1] });
  temps.set(3, 80);
  changed(3);
  expect(await check()).toEqual({ hot: [1, 3], lookedAt: [1, 3] });
  temps.clear();
  expect(await check()).toEqual({ hot: [], lookedAt: [1, 3] });
  expect(await check()).toEqual({ hot: [], lookedAt: [] });
  changed('all');
  expect(await check()).toEqual({ hot: [], lookedAt: [1, 2, 3] });
});

test('a burnt lamp hides neither that its device is away nor that it shows something else', async () => {
  const [device] = DEVICES as [KnownDevice];
  const burnt = {
    ...UNKNOWN_DEVICE,
    lamps: { verde: { on: true, reportedAt: 1, reportedIn: 1 } },
    lampFaults: { verde: 'burnt' },
    desired: { value: 'rosso', since: 1, by: 'anna', source: 'manuale' },
  } as unknown as typeof UNKNOWN_DEVICE;
  const kindsWith = async (error: string, isOutOfSync: boolean) => {
    const read = createReadFaults({
      directory: { listAll: () => [device], findById: () => device },
      states: {
        of: () => burnt,
        pendingOf: () => null,
        isOutOfSync: () => isOutOfSync,
        maintenanceOf: () => null,
        errorOf: () => error,
        follow: () => undefined,
      },
      thresholds: { lowSupplyV: 0, hotC: 70, rebootsPerHour: 0 },
      silenceMs: 60_000,
      clock: { now: () => 0 },
    });
    return (await read()).map(({ kind }) => kind);
  };
  expect(await kindsWith('Dispositivo non in linea', false)).toEqual(['lampada spenta', 'non in linea']);
  expect(await kindsWith('Relè chiuso, lampada spenta: verde', true)).toEqual(['lampada spenta', 'diverso']);
});

test('a lamp that is heard before the uptime, after the link was away, makes no restart of it', async () => {
  const [device] = DEVICES as [KnownDevice];
  let state = UNKNOWN_DEVICE;
  let now = 0;
  let changed: (what: number | 'all') => void = () => undefined;
  const read = createReadFaults({
    directory: { listAll: () => [device], findById: () => device },
    states: {
      of: () => state,
      pendingOf: () => null,
      isOutOfSync: () => false,
      maintenanceOf: () => null,
      errorOf: () => null,
      follow: (follower) => {
        changed = follower;
      },
    },
    thresholds: { lowSupplyV: 0, hotC: 70, rebootsPerHour: 1 },
    silenceMs: 60_000,
    clock: { now: () => now },
  });
  const receive = async (channel: string, payload: string, session: number) => {
    const word = reportOf({ type: device.type, key: device.topic }, { channel, payload });
    const link = { session, isOpen: true, since: 0, losses: 0 };
    const at = { now, elapsed: now, link, silenceMs: 0 };
    if (word) state = stepDevice(state, { kind: 'said', word, retained: false }, at);
    changed(device.id);
    return (await read()).map(({ kind }) => kind);
  };
  await receive('uptime', '1000', 1);
  now = 600_000;
  await receive('out1', '1', 3);
  // It waited somewhere on its way, as long as the link was away.
  expect(await receive('uptime', '1060', 3)).toEqual([]);
  now = 610_000;
  expect(await receive('uptime', '5', 3)).toEqual(['riavvii']);
});
