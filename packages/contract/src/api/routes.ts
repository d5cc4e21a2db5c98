import type { addresses } from './addresses.ts';
import { alarmRoutes } from './alarms.ts';
import { alertRoutes } from './alerts.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { approvalRoutes } from './approvals.ts';
import { auditRoutes } from './audit.ts';
import { backupRoutes } from './backups.ts';
import { botRoutes } from './bot.ts';
import { brokerRoutes } from './broker.ts';
import { bulletinRoutes } from './bulletins.ts';
import { citizenChannelRoutes } from './citizen-channel.ts';
import { commandRoutes } from './commands.ts';
import { credentialRoutes } from './credentials.ts';
import { daySheetRoutes } from './day-sheet.ts';
import { deviceCsvRoutes } from './device-csv.ts';
import { devicePastRoutes } from './device-past.ts';
import { deviceRoutes } from './devices.ts';
import { firstStepRoutes } from './first-steps.ts';
import { groupRoutes } from './groups.ts';
import { handoverRoutes } from './handovers.ts';
import { kioskRoutes } from './kiosks.ts';
import { lampTestRoutes } from './lamp-tests.ts';
import { mapRoutes } from './map.ts';
import { oidcRoutes } from './oidc.ts';
import { passkeyRoutes } from './passkeys.ts';
import { peopleRoutes } from './people.ts';
import { planRoutes } from './plans.ts';
import { publicPageRoutes } from './public-pages.ts';
import { pushRoutes } from './push.ts';
import type { Route } from './route.ts';
import { scheduleRoutes } from './schedules.ts';
import { sensorRoutes } from './sensors.ts';
import { settingsRoutes } from './settings.ts';
import { systemRoutes } from './system.ts';
import { unregisteredDeviceRoutes } from './unregistered-devices.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';
import { zoneCsvRoutes, zoneRoutes } from './zones.ts';

/** The route table by word: every call of the API, its check and its policy, written once. */
export const routesByWord = {
  devices: { ...deviceRoutes, ...deviceCsvRoutes, ...unregisteredDeviceRoutes, ...devicePastRoutes },
  credentials: credentialRoutes,
  groups: groupRoutes,
  handovers: handoverRoutes,
  commands: commandRoutes,
  approvals: approvalRoutes,
  lamptests: lampTestRoutes,
  schedules: scheduleRoutes,
  plans: planRoutes,
  sensors: sensorRoutes,
  alerts: alertRoutes,
  zones: { ...zoneRoutes, ...zoneCsvRoutes },
  bulletins: bulletinRoutes,
  users: {
    ...userRoutes,
    ...firstStepRoutes,
    ...kioskRoutes,
    ...peopleRoutes,
    ...apiKeyRoutes,
    ...oidcRoutes,
    ...passkeyRoutes,
  },
  map: mapRoutes,
  settings: { ...settingsRoutes, ...citizenChannelRoutes, ...publicPageRoutes },
  broker: brokerRoutes,
  bot: botRoutes,
  audit: auditRoutes,
  backups: backupRoutes,
  system: systemRoutes,
  alarms: alarmRoutes,
  push: pushRoutes,
  webhooks: webhookRoutes,
  daysheet: daySheetRoutes,
};

/** The same routes by name. A word that is left out fails to compile, for its addresses have no route then. */
export const routes = {
  ...routesByWord.devices,
  ...routesByWord.credentials,
  ...routesByWord.groups,
  ...routesByWord.handovers,
  ...routesByWord.commands,
  ...routesByWord.approvals,
  ...routesByWord.lamptests,
  ...routesByWord.schedules,
  ...routesByWord.plans,
  ...routesByWord.sensors,
  ...routesByWord.alerts,
  ...routesByWord.zones,
  ...routesByWord.bulletins,
  ...routesByWord.users,
  ...routesByWord.map,
  ...routesByWord.settings,
  ...routesByWord.broker,
  ...routesByWord.bot,
  ...routesByWord.audit,
  ...routesByWord.backups,
  ...routesByWord.system,
  ...routesByWord.alarms,
  ...routesByWord.push,
  ...routesByWord.webhooks,
  ...routesByWord.daysheet,
} satisfies Record<keyof typeof addresses, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
