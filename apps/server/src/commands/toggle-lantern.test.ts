import { device, user } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { ACT } from '../../test/acts.ts';
import { createDeviceDirectory, type DeviceDirectory } from '../devices/device-directory.ts';
import { Refusal } from '../platform/refusal.ts';
import { createToggleLantern } from './toggle-lantern.ts';

const ACTOR = user();
const LANTERN = device({ id: 4, topic: '/3/val/l1', type: 'lanterna' });

/**
 * Toggles a lantern; `meanwhile` happens while the command waits for its turn. Resolves to what is commanded, or to
 * the refusal's code.
 */
async function toggle(meanwhile: (directory: DeviceDirectory) => void) {
  const directory = createDeviceDirectory();
  directory.put(LANTERN);
  let commanded: unknown;
  const toggleLantern = createToggleLantern({
    directory,
    states: { of: () => ({ lamps: {} }) } as never,
    lanes: { isUnderWay: () => false } as never,
    sendCommand: async ({ resolveTargets }) => {
      meanwhile(directory);
      const targets = await resolveTargets();
      commanded = targets instanceof Refusal ? targets.code : targets;
      return targets instanceof Refusal ? targets : { commandId: 1, results: [] };
    },
  });
  await toggleLantern({
    actor: ACTOR,
    author: ACT.author,
    idempotencyKey: undefined,
    pressedAt: 0,
    deviceId: LANTERN.id,
  });
  return commanded;
}

test('a lantern is commanded on the topic that it has when its turn comes', async () => {
  const moved = { ...LANTERN, topic: '/4/val/l9' };
  expect(await toggle((directory) => directory.put(moved))).toEqual([{ device: moved, value: 'acceso' }]);
});

test('a lantern that was reassigned, deleted or made a signal before its turn is not commanded', async () => {
  expect(await toggle((directory) => directory.put({ ...LANTERN, ownerId: 2 }))).toBe('not-found');
  expect(await toggle((directory) => directory.remove(LANTERN.id))).toBe('not-found');
  expect(await toggle((directory) => directory.put({ ...LANTERN, type: 'semaforo', profile: 'outN' }))).toBe(
    'not-a-lantern',
  );
});
