import { device, user } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createDeviceDirectory } from '../devices/device-directory.ts';
import { Refusal } from '../platform/refusal.ts';
import type { CommandTarget } from './command-request.ts';
import { createRepeatCommand } from './repeat-command.ts';
import type { StoredCommand } from './stored-command.ts';

const ACTOR = user();
const REQUEST = {
  actor: ACTOR,
  author: ACT.author,
  idempotencyKey: undefined,
  pressedAt: ACT.at,
  commandId: 7,
};

/** A command to two signals, one of which failed; `meanwhile` happens while the repetition waits for its turn. */
async function repeat(
  how: 'retry' | 'restore',
  meanwhile: (commanded: Set<number>) => void = () => undefined,
) {
  const directory = createDeviceDirectory();
  const deliveries = [1, 2].map((id) => {
    const topic = `/3/val/s${id}`;
    directory.put(device({ id, topic }));
    return {
      id,
      commandId: 7,
      deviceId: id,
      deviceLabel: topic,
      ownerId: 1,
      value: 'rosso' as const,
      previousStatus: 'verde' as const,
      state: id === 1 ? ('scaduto' as const) : ('confermato' as const),
      reason: null,
    };
  });
  const command: StoredCommand = {
    id: 7,
    createdAt: ACT.at,
    origin: 'operatore',
    sourceId: null,
    approvedBy: null,
    username: 'valdombra',
    deviceType: 'semaforo',
    value: 'rosso',
    whom: { kind: 'scelti', group: null },
    deliveries,
  };
  const commanded = new Set<number>();
  let targets: readonly CommandTarget[] | Refusal = [];
  const repeating = createRepeatCommand({
    repository: {
      devicesCommandedAfter: () => Promise.resolve(new Set(commanded)),
    },
    readCommand: { findVisible: () => Promise.resolve(command) },
    directory,
    sendCommand: async (request) => {
      meanwhile(commanded);
      targets = await request.resolveTargets();
      return targets instanceof Refusal ? targets : { commandId: 8, results: [] };
    },
    secondPerson: { isNeeded: () => Promise.resolve(false), ask: () => Promise.resolve(undefined) },
    clock: { now: () => ACT.at },
  });
  await repeating[how](REQUEST);
  return targets instanceof Refusal ? targets.code : targets.map(({ device, value }) => [device.id, value]);
}

test('a retry repeats what was not confirmed, a restore returns each device to its former color', async () => {
  expect(await repeat('retry')).toEqual([[1, 'rosso']]);
  expect(await repeat('restore')).toEqual([
    [1, 'verde'],
    [2, 'verde'],
  ]);
});

test('a repetition leaves out a device that got a newer command while it waited for its turn', async () => {
  expect(await repeat('restore', (commanded) => commanded.add(1))).toEqual([[2, 'verde']]);
  expect(await repeat('retry', (commanded) => commanded.add(1))).toBe('nothing-to-repeat');
});
