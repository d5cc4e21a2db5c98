import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createDayAlarms } from './day-alarms.repository.ts';
import { createDayAlerts } from './day-alerts.ts';
import { createDayCommands } from './day-commands.repository.ts';
import { createDayErrors, type OwnedDevice } from './day-errors.repository.ts';
import { createDayLampTests } from './day-lamp-tests.repository.ts';
import { createDaySchedules } from './day-schedules.repository.ts';
import { createDaySheetHandlers } from './day-sheet.routes.ts';
import { createReadDaySheet } from './read-day-sheet.ts';

/** What happened on a day, on one sheet for the operations centre (docs/rules.md#day-sheet). It only reads. */
export function createDaySheetModule(deps: {
  db: Kysely<Database>;
  listAlerts: Parameters<typeof createDayAlerts>[0];
  listDevices: () => readonly OwnedDevice[];
  clock: Clock;
}) {
  const { db, clock } = deps;
  const sources = [
    createDayAlerts(deps.listAlerts),
    createDayAlarms(db),
    createDayErrors(db, deps.listDevices),
    createDaySchedules(db),
    createDayCommands(db),
    createDayLampTests(db),
  ];
  return {
    name: 'day sheet',
    routes: createDaySheetHandlers({
      read: createReadDaySheet({ sources, clock }),
      findUsername: async (id) =>
        (await db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst())?.username,
    }),
  };
}
