import { afterEach, expect, test } from 'vitest';
import { SERVER_ID } from '../../test/acts.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import type { OpenDatabase } from '../database/engine.ts';
import { createLease } from '../database/lease.ts';
import { createAlarmPlans } from './alarm-plans.repository.ts';
import { createRaisedThings } from './raised-things.ts';
import { readSystem, type SystemSources } from './read-system.ts';
import { toParts } from './system-parts.ts';
import { createWatchAlarms } from './watch-alarms.ts';

const WELL: SystemSources = {
  brokerStatus: () => ({ connected: true, since: 1, reason: null }),
  takesWrites: () => Promise.resolve(true),
  disk: () => Promise.resolve({ freeBytes: 50e9, totalBytes: 100e9, fullInDays: null }),
  bulletins: () => Promise.resolve({ reading: true, issuedAt: 1, stale: false, failure: null, nextTryAt: 2 }),
  backups: () => Promise.resolve({ scheduled: true, goodAt: 1, stale: false, failure: null }),
  bot: { configured: true, isRunning: () => true, countWaiting: () => Promise.resolve(0) },
  mail: () => Promise.resolve({ configured: true, waiting: 0, failure: null }),
  lagMs: () => 3,
};

let database: OpenDatabase;
afterEach(() => database.close());

/** What only the machine itself can cause: the others are caused in every-alarm.test.ts. */
test.each([
  ['disco', { disk: () => Promise.resolve({ freeBytes: 5e9, totalBytes: 100e9, fullInDays: null }) }],
  ['disco', { disk: () => Promise.resolve({ freeBytes: 1e6, totalBytes: 2e6, fullInDays: null }) }],
  ['disco', { disk: () => Promise.resolve({ freeBytes: 50e9, totalBytes: 100e9, fullInDays: 3 }) }],
  ['base dati', { takesWrites: () => Promise.resolve(false) }],
] as const)('a system that is not well opens «%s» once, and it ends with the cause', async (kind, cause) => {
  database = await createTestDatabase('sqlite');
  let now = 1000;
  let sources: SystemSources = WELL;
  const lease = createLease(database.db, 'alarms', SERVER_ID);
  const watch = createWatchAlarms({
    ...{
      leads: () => lease.hold({ now, until: now + 10, working: true }),
      graceMs: 0,
      clock: { now: () => now },
    },
    ...{ readDevices: () => Promise.resolve([]), receivesDevices: () => true },
    readSystem: async () => toParts(await readSystem(sources, { diskLowPercent: 10 })),
    things: createRaisedThings({ raiseAfterMs: 60, clearAfterMs: 60 }),
    plans: createAlarmPlans(database.db),
  });
  const check = async (times: number) => {
    for (let done = 0; done < times; done += 1) {
      await watch();
      now += 40;
    }
    return database.db.selectFrom('alarms').select(['kind', 'state']).execute();
  };
  expect(await check(3)).toEqual([]);
  sources = { ...WELL, ...cause };
  expect(await check(1)).toEqual([]);
  expect(await check(4)).toEqual([{ kind, state: 'aperto' }]);
  sources = WELL;
  expect(await check(4)).toEqual([{ kind, state: 'risolto' }]);
});
