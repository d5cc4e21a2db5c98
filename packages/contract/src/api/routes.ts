import type { addresses } from './addresses.ts';
import { auditRoutes } from './audit.ts';
import { botRoutes } from './bot.ts';
import { brokerRoutes } from './broker.ts';
import { commandRoutes } from './commands.ts';
import { deviceCsvRoutes, deviceRoutes } from './devices.ts';
import type { Route } from './route.ts';
import { scheduleRoutes } from './schedules.ts';
import { settingsRoutes } from './settings.ts';
import { userRoutes } from './users.ts';

/** The route table: every call of the API, its check and its policy, written once. */
export const routes = {
  ...userRoutes,
  ...settingsRoutes,
  ...brokerRoutes,
  ...botRoutes,
  ...deviceRoutes,
  ...deviceCsvRoutes,
  ...commandRoutes,
  ...scheduleRoutes,
  ...auditRoutes,
} satisfies Record<keyof typeof addresses, Route>;

/** The same table by word, for whoever reads it. */
export const routesByWord = {
  devices: { ...deviceRoutes, ...deviceCsvRoutes },
  commands: commandRoutes,
  schedules: scheduleRoutes,
  users: userRoutes,
  settings: settingsRoutes,
  broker: brokerRoutes,
  bot: botRoutes,
  audit: auditRoutes,
};

export type Routes = typeof routes;
export type RouteName = keyof Routes;
