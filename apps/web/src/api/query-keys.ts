import type { ServerToClientEvents } from '@semaforo/contract/live/events';

/** The names of everything that the page caches. */
export const queryKeys = {
  me: ['me'],
  sessions: ['sessions'],
  walls: ['walls'],
  secondFactor: ['second-factor'],
  mySettings: ['my-settings'],
  mapSettings: ['my-settings', 'map_'],
  publicSettings: ['public-settings'],
  publicPages: (name: string) => ['public-pages', name] as const,
  handovers: ['handovers'],
  brokerStatus: ['broker-status'],
  brokerConfig: ['broker-config'],
  botStatus: ['bot-status'],
  linkedChats: ['linked-chats'],
  deviceStatuses: ['device-statuses'],
  managedDevices: ['managed-devices'],
  devicePages: ['device-page'],
  devicePage: (deviceId: number) => ['device-page', deviceId] as const,
  heardDevices: ['heard-devices'],
  firstSteps: ['first-steps'],
  csvTrial: ['csv-trial'],
  deviceConnection: ['device-connection'],
  managedDevice: (deviceId: number) => ['managed-devices', deviceId] as const,
  groups: ['groups'],
  whom: ['whom'],
  /** Those of the devices of an owner, or of none. */
  credentials: (ownerId: number | null) => ['managed-devices', 'credentials', ownerId] as const,
  followedCommands: ['followed-commands'],
  lastCommand: ['last-command'],
  closedCommand: ['closed-command'],
  commandEstimate: (devices: number) => ['command-estimate', devices] as const,
  press: ['press'],
  history: ['history'],
  lampTests: ['lamp-tests'],
  approvals: ['approvals'],
  schedules: ['schedules'],
  scheduleWarnings: ['schedules', 'warnings'],
  users: ['users'],
  audit: ['audit'],
  backups: ['backups'],
  restore: ['restore'],
  system: ['system'],
  plans: ['plans'],
  deviceHours: ['device-hours'],
  planCalendar: (month: string) => ['plans', 'calendar', month] as const,
  planPreview: (plan: string) => ['plan-preview', plan] as const,
  alerts: ['alerts'],
  alarms: ['alarms'],
  sensors: ['sensors'],
  duty: ['duty'],
  push: ['push'],
  availability: ['availability'],
  daySheet: ['day-sheet'],
  bulletins: ['bulletins'],
  myZones: ['my-zones'],
  zones: ['zones'],
  userSettings: (userId: number) => ['users', userId, 'settings'] as const,
} as const;

type LiveEvent = keyof ServerToClientEvents;
type KeyOf<Entry> = Entry extends (id: never) => infer Key ? Key : Entry;
type FirstName = KeyOf<(typeof queryKeys)[keyof typeof queryKeys]>[0];

/**
 * The live events after which a query is read again, by the first name of its key: a new name that is missing here does
 * not compile. Each connection of the socket has every query read again. What an event carries itself is written to the
 * cache instead (live/live-to-cache.ts).
 */
const REFRESHED_BY: Record<string, readonly LiveEvent[]> = {
  me: [],
  sessions: [],
  walls: [],
  'second-factor': [],
  'my-settings': [],
  'public-settings': [],
  'public-pages': [],
  handovers: [],
  'broker-status': [],
  'broker-config': [],
  'bot-status': [],
  'linked-chats': [],
  'device-statuses': ['devices_changed'],
  'managed-devices': ['devices_changed'],
  groups: ['groups_changed', 'devices_changed'],
  whom: [],
  'device-page': ['devices_changed', 'command_progress'],
  'heard-devices': ['devices_changed'],
  'first-steps': ['devices_changed', 'command_progress'],
  'csv-trial': [],
  'device-connection': [],
  'followed-commands': [],
  'last-command': ['devices_changed'],
  'closed-command': [],
  'command-estimate': ['devices_changed'],
  press: [],
  history: ['command_progress', 'schedules_changed'],
  approvals: ['approvals_changed', 'devices_changed'],
  'lamp-tests': ['lamp_tests_changed', 'devices_changed'],
  schedules: ['schedules_changed'],
  users: ['devices_changed'],
  audit: [],
  backups: [],
  restore: [],
  system: [],
  plans: ['plans_changed', 'devices_changed', 'groups_changed'],
  'plan-preview': ['devices_changed', 'groups_changed'],
  // What a person commands during an alert is an override of it.
  alerts: ['alerts_changed', 'command_progress', 'devices_changed', 'groups_changed'],
  alarms: ['alarms_changed'],
  sensors: ['sensors_changed', 'devices_changed'],
  duty: [],
  push: [],
  availability: ['devices_changed'],
  // It says of when it is, and whoever prints it must not have it change.
  'day-sheet': [],
  bulletins: ['bulletins_changed'],
  'device-hours': ['devices_changed'],
  'my-zones': ['devices_changed'],
  zones: [],
} satisfies Record<FirstName, readonly LiveEvent[]>;

/** Whether a query with that key is read again after the event. */
export function isRefreshedBy(event: LiveEvent, queryKey: readonly unknown[]): boolean {
  return REFRESHED_BY[String(queryKey[0])]?.includes(event) === true;
}
