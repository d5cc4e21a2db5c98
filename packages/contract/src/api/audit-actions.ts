import type { RouteName } from './routes.ts';

/**
 * Under which action a request of each acting route is in the audit, refused or not: the same as that of the use case
 * behind it. A test names the acting routes that have none.
 */
export const AUDIT_ACTIONS: Partial<Record<RouteName, `${string}.${string}`>> = {
  logIn: 'users.log-in',
  changePassword: 'users.change-password',
  logOut: 'users.log-out',
  endSession: 'users.end-session',
  endOtherSessions: 'users.end-other-sessions',
  beginSecondFactor: 'users.begin-second-factor',
  confirmSecondFactor: 'users.enable-second-factor',
  disableSecondFactor: 'users.disable-second-factor',
  resetSecondFactor: 'users.reset-second-factor',
  createUser: 'users.create',
  deleteUser: 'users.delete',
  resetPassword: 'users.reset-password',
  saveMySettings: 'settings.save',
  saveUserSetting: 'settings.save',
  renameUserSetting: 'settings.rename',
  deleteUserSetting: 'settings.delete',
  saveBrokerConfig: 'broker.save',
  testBroker: 'broker.test',
  createLinkCode: 'bot.link-code',
  unlinkChat: 'bot.unlink',
  importDevices: 'devices.import',
  acceptShown: 'devices.accept-shown',
  saveDeviceNotes: 'devices.note',
  ignoreHeardDevice: 'devices.ignore-heard',
  createDevice: 'devices.create',
  updateDevice: 'devices.update',
  deleteDevice: 'devices.delete',
  assignDevice: 'devices.update',
  makeCredentials: 'credentials.make',
  revokeCredentials: 'credentials.revoke',
  createGroup: 'groups.create',
  updateGroup: 'groups.update',
  deleteGroup: 'groups.delete',
  sendCommand: 'commands.send',
  toggleLantern: 'commands.send',
  stopCommand: 'commands.stop',
  retryCommand: 'commands.send',
  restoreCommand: 'commands.send',
  createSchedule: 'schedules.create',
  deleteSchedule: 'schedules.end',
  reviveSchedule: 'schedules.revive',
  saveMyZones: 'zones.assign',
  saveUserZones: 'zones.assign',
  saveDeviceZone: 'zones.assign',
  importZones: 'zones.import',
  uploadBulletin: 'bulletins.upload',
};

/** Acting routes that change nothing stored, so that no use case writes a row when they succeed. */
export const AUDITED_BY_REQUEST: ReadonlySet<string> = new Set<RouteName>(['testBroker']);
