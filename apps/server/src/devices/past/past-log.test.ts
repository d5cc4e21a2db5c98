import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { type DeviceState, UNKNOWN_STATE } from '../apply-device-message.ts';
import { createPastLog } from './past-log.ts';

const AT = Date.parse('2026-11-23T18:48:22.000Z');
const device = {
  id: 1,
  topic: '/3/val/s1',
  name: null,
  type: 'semaforo',
  profile: 'outN',
  latitude: null,
  longitude: null,
  ownerId: null,
} as const;

test('measures that come within one millisecond are all remembered', async () => {
  const { db, close } = await createTestDatabase('sqlite');
  await db
    .insertInto('devices')
    .values({
      id: device.id,
      topic: device.topic,
      type: device.type,
      profile: device.profile,
      created_at: AT,
    })
    .execute();
  let take: () => { write: (database: typeof db) => Promise<void> } | undefined = () => undefined;
  const log = createPastLog({
    commit: {
      join: (part) => {
        take = part.take as typeof take;
      },
    },
    findDevice: () => device,
    clock: { now: () => AT },
  });
  const said: Partial<DeviceState>[] = [{ temp: 18 }, { vcc: 3.3 }, { uptime: 60 }];
  let former: DeviceState = UNKNOWN_STATE;
  for (const words of said) {
    const state: DeviceState = Object.assign({}, former, words, { metricsUpdatedAt: AT });
    log.changed(device, former, state);
    former = state;
  }
  await take()?.write(db);
  const rows = await db.selectFrom('device_metrics').select(['temp', 'vcc', 'uptime']).execute();
  expect(rows).toEqual([{ temp: 18, vcc: 3.3, uptime: 60 }]);
  await close();
});
