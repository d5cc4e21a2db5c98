import type { DeviceState } from '@semaforo/contract/domain/device/device-state';
import { UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { device } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { CommitPart } from '../../database/group-commit.ts';
import { createPastLog } from './past-log.ts';

const NOW = 1_795_183_200_000;
const DEVICE = device();

test('a lamp that flickers is held to sixty words a minute, and what a gone device said is dropped', () => {
  let part: CommitPart | undefined;
  let isThere = true;
  const log = createPastLog({
    commit: { join: (joined) => (part = joined) },
    findDevice: () => (isThere ? DEVICE : undefined),
    clock: { now: () => NOW },
  });
  const reports = (on: boolean) => ({
    ...UNKNOWN_DEVICE,
    lamps: { verde: { on, reportedAt: NOW, reportedIn: 1 } },
  });
  for (let index = 0; index < 500; index += 1)
    log.changed(DEVICE, reports(index % 2 === 0), reports(index % 2 === 1));
  const taken = part?.take();
  taken?.failed();
  isThere = false;
  expect(taken).toBeDefined();
  expect(part?.take()).toBeUndefined();
});

test('measures that come within one millisecond are all remembered', async () => {
  const { db, close } = await createTestDatabase('sqlite');
  const { id, topic, type, profile } = DEVICE;
  await db.insertInto('devices').values({ id, topic, type, profile, created_at: NOW }).execute();
  let part: CommitPart | undefined;
  const log = createPastLog({
    commit: { join: (joined) => (part = joined) },
    findDevice: () => DEVICE,
    clock: { now: () => NOW },
  });
  let former: DeviceState = UNKNOWN_DEVICE;
  for (const reports of [{ temp: 18 }, { vcc: 3.3 }, { uptime: 60 }]) {
    const state: DeviceState = Object.assign({}, former, reports, { metricsUpdatedAt: NOW });
    log.changed(DEVICE, former, state);
    former = state;
  }
  await db.transaction().execute(async (transaction) => part?.take()?.write(transaction));
  const rows = await db.selectFrom('device_metrics').select(['temp', 'vcc', 'uptime']).execute();
  expect(rows).toEqual([{ temp: 18, vcc: 3.3, uptime: 60 }]);
  await close();
});
