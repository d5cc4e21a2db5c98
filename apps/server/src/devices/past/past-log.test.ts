import { expect, test } from 'vitest';
import type { CommitPart } from '../../database/group-commit.ts';
import { UNKNOWN_STATE } from '../apply-device-message.ts';
import type { KnownDevice } from '../known-device.ts';
import { createPastLog } from './past-log.ts';

const NOW = 1_795_183_200_000;
const DEVICE: KnownDevice = {
  id: 1,
  topic: '/3/val/s1',
  type: 'semaforo',
  profile: 'outN',
  name: null,
  latitude: null,
  longitude: null,
  ownerId: null,
};

test('a lamp that flickers is held to sixty words a minute, and what a gone device said is dropped', () => {
  let part: CommitPart | undefined;
  let isThere = true;
  const log = createPastLog({
    commit: { join: (joined) => (part = joined) },
    findDevice: () => (isThere ? DEVICE : undefined),
    clock: { now: () => NOW },
  });
  const says = (on: boolean) => ({ ...UNKNOWN_STATE, lamps: { verde: { on, saidAt: NOW, saidIn: 1 } } });
  for (let index = 0; index < 500; index += 1)
    log.changed(DEVICE, says(index % 2 === 0), says(index % 2 === 1));
  const taken = part?.take();
  taken?.failed();
  isThere = false;
  expect(taken).toBeDefined();
  expect(part?.take()).toBeUndefined();
});
