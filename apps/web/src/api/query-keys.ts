/** The names of everything the page caches; live events invalidate by the same names. */
export const queryKeys = {
  me: ['me'],
  mySettings: ['my-settings'],
  mapSettings: ['my-settings', 'map_'],
  publicSettings: ['public-settings'],
  brokerStatus: ['broker-status'],
  brokerConfig: ['broker-config'],
  botStatus: ['bot-status'],
  deviceStatuses: ['device-statuses'],
  managedDevices: ['managed-devices'],
  commandProgress: ['command-progress'],
  shownCommand: ['shown-command'],
  command: (commandId: number) => ['commands', commandId],
  history: ['history'],
  schedules: ['schedules'],
  users: ['users'],
  userSettings: (userId: number) => ['users', userId, 'settings'],
} as const;
