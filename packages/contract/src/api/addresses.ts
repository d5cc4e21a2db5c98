import type { Duty } from '../domain/duty.ts';
import type { KeyScope } from '../domain/key-scope.ts';
import type { LimitName } from './limits.ts';

/** Who may call a route: anyone, logged-in users, or admins only. */
export type Access = 'public' | 'user' | 'admin';

/**
 * What an answer costs: `small`, or `growing` with devices, users or time, or `remote` when it waits for another server
 * (docs/rules.md#fair-shares).
 */
export type Cost = 'small' | 'growing' | 'remote';

/** How a route is reached, without its schemas. Every GET route declares its cost. */
export type Address = (
  | { method: 'GET'; cost: Cost }
  | { method: 'POST' | 'PUT' | 'DELETE'; cost?: 'growing' }
) & {
  path: `/api/${string}`;
  access: Access;
  /**
   * What a person of a Comune must be allowed to (docs/rules.md#persons). Without it reading needs `read` and all else
   * `operate`.
   */
  duty?: Duty;
  /** Open to keys of programs with one of these scopes; to none where it is missing (docs/rules.md#api-keys). */
  scopes?: readonly KeyScope[];
  /** Open to a key of some devices, too: it shows and does nothing but of devices that the directory gives it. */
  byDevice?: true;
  /** With the same `Idempotency-Key` and request, a user gets the first answer again for 24 h; the server acts once. */
  idempotent?: true;
  /** A press of a person: a request whose `Semaforo-Issued-At` is too old is refused (docs/rules.md#age-of-a-click). */
  aging?: true;
  /**
   * Counts for everybody, administrators included. Without it a call of a user counts among the reads of its cost or
   * the writes, and one of an administrator does not.
   */
  limit?: LimitName;
  /** The answer has an `ETag`; sent back as `If-None-Match` it is answered by 304 while nothing has changed. */
  tagged?: true;
  /** Open to a user who must still set up a second factor, as all else is not (docs/rules.md#second-factor). */
  setsUpSecondFactor?: true;
  /** Wants a proof of the last ten minutes that it is still the same person (docs/rules.md#fresh-proof). */
  stepUp?: true;
  /** Open to a wall, which only watches, as all else is not (docs/rules.md#walls). */
  forKiosks?: true;
};

/**
 * The address of every route, by name. A client that calls by these loads no schema, and so no zod.
 * The rest of a route (summary, schemas, refusals) is in the file of its word.
 */
export const addresses = {
  // users
  logIn: { method: 'POST', path: '/api/login', access: 'public' },
  openOidcSession: { method: 'POST', path: '/api/oidc/session', access: 'public' },
  beginPasskeyLogIn: { method: 'POST', path: '/api/passkeys/challenge', access: 'public' },
  openPasskeySession: { method: 'POST', path: '/api/passkeys/session', access: 'public' },
  getOidc: { method: 'GET', cost: 'small', path: '/api/admin/oidc', access: 'admin' },
  logOut: { method: 'POST', path: '/api/logout', access: 'user', duty: 'read', setsUpSecondFactor: true },
  getMe: {
    method: 'GET',
    cost: 'small',
    path: '/api/user/me',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
    setsUpSecondFactor: true,
    forKiosks: true,
  },
  listSessions: { method: 'GET', cost: 'small', path: '/api/user/sessions', access: 'user' },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'user',
    duty: 'read',
    stepUp: true,
  },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions/:id',
    access: 'user',
    duty: 'read',
    stepUp: true,
  },
  changePassword: { method: 'POST', path: '/api/user/change-password', access: 'user', duty: 'read' },
  proveAgain: {
    method: 'POST',
    path: '/api/user/proof',
    access: 'user',
    duty: 'read',
    setsUpSecondFactor: true,
  },
  listPasskeys: {
    method: 'GET',
    cost: 'small',
    path: '/api/user/passkeys',
    access: 'user',
    setsUpSecondFactor: true,
  },
  beginPasskey: {
    method: 'POST',
    path: '/api/user/passkeys/challenge',
    access: 'user',
    duty: 'read',
    setsUpSecondFactor: true,
    stepUp: true,
  },
  // Never idempotent: the answer with the recovery codes would be stored to be repeated.
  addPasskey: {
    method: 'POST',
    path: '/api/user/passkeys',
    access: 'user',
    duty: 'read',
    setsUpSecondFactor: true,
    stepUp: true,
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/api/user/passkeys/:id',
    access: 'user',
    duty: 'read',
    setsUpSecondFactor: true,
    stepUp: true,
  },
  getSecondFactor: {
    method: 'GET',
    cost: 'small',
    path: '/api/user/second-factor',
    access: 'user',
    setsUpSecondFactor: true,
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor',
    access: 'user',
    duty: 'read',
    setsUpSecondFactor: true,
    stepUp: true,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor/confirm',
    access: 'user',
    duty: 'read',
    setsUpSecondFactor: true,
    stepUp: true,
  },
  disableSecondFactor: {
    method: 'POST',
    path: '/api/user/second-factor/disable',
    access: 'user',
    duty: 'read',
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: '/api/admin/users/:id/second-factor',
    access: 'admin',
    stepUp: true,
  },
  listUsers: { method: 'GET', cost: 'growing', path: '/api/admin/users', access: 'admin' },
  createUser: { method: 'POST', path: '/api/admin/users', access: 'admin', idempotent: true },
  deleteUser: { method: 'DELETE', path: '/api/admin/users/:id', access: 'admin' },
  getFirstSteps: { method: 'GET', cost: 'small', path: '/api/admin/first-steps', access: 'admin' },
  resetPassword: { method: 'PUT', path: '/api/admin/users/:id/password', access: 'admin' },
  // people
  listPeople: { method: 'GET', cost: 'small', path: '/api/user/people', access: 'user' },
  createPerson: {
    method: 'POST',
    path: '/api/user/people',
    access: 'user',
    duty: 'manage',
    idempotent: true,
    stepUp: true,
  },
  updatePerson: { method: 'PUT', path: '/api/user/people/:id', access: 'user', duty: 'manage', stepUp: true },
  deletePerson: {
    method: 'DELETE',
    path: '/api/user/people/:id',
    access: 'user',
    duty: 'manage',
    stepUp: true,
  },
  // walls
  listWalls: { method: 'GET', cost: 'small', path: '/api/walls', access: 'user' },
  createWall: { method: 'POST', path: '/api/walls', access: 'user', duty: 'manage', stepUp: true },
  revokeWall: { method: 'DELETE', path: '/api/walls/:id', access: 'user', duty: 'manage', stepUp: true },
  // keys
  listApiKeys: { method: 'GET', cost: 'small', path: '/api/admin/api-keys', access: 'admin' },
  // Never idempotent: the answer with the key would be stored to be repeated.
  createApiKey: { method: 'POST', path: '/api/admin/api-keys', access: 'admin', stepUp: true },
  revokeApiKey: { method: 'DELETE', path: '/api/admin/api-keys/:id', access: 'admin', stepUp: true },
  // map
  getMapTile: { method: 'GET', cost: 'remote', path: '/api/map/tiles/:z/:x/:y', access: 'user' },
  // settings
  getPublicSettings: { method: 'GET', cost: 'small', path: '/api/settings/public', access: 'public' },
  findPublicPages: { method: 'GET', cost: 'small', path: '/api/public/comuni', access: 'public' },
  listMySettings: { method: 'GET', cost: 'small', path: '/api/user/settings', access: 'user' },
  saveMySettings: { method: 'PUT', path: '/api/user/settings', access: 'user', duty: 'manage' },
  listUserSettings: { method: 'GET', cost: 'small', path: '/api/admin/users/:id/settings', access: 'admin' },
  saveUserSetting: { method: 'PUT', path: '/api/admin/users/:id/settings', access: 'admin' },
  renameUserSetting: { method: 'PUT', path: '/api/admin/users/:id/settings/:key', access: 'admin' },
  testChannel: {
    method: 'POST',
    path: '/api/admin/users/:id/channel-test',
    access: 'admin',
    idempotent: true,
    limit: 'dutyTrials',
  },
  deleteUserSetting: { method: 'DELETE', path: '/api/admin/users/:id/settings/:key', access: 'admin' },
  // broker
  getBrokerStatus: {
    method: 'GET',
    cost: 'small',
    path: '/api/mqtt/status',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
    forKiosks: true,
  },
  getBrokerConfig: { method: 'GET', cost: 'small', path: '/api/mqtt/config', access: 'admin' },
  saveBrokerConfig: { method: 'PUT', path: '/api/mqtt/config', access: 'admin', limit: 'brokerTrials' },
  getDeviceConnection: { method: 'GET', cost: 'small', path: '/api/mqtt/connection', access: 'admin' },
  setBrokerReach: { method: 'PUT', path: '/api/mqtt/reach', access: 'admin' },
  testBroker: { method: 'POST', path: '/api/mqtt/test', access: 'admin', limit: 'brokerTrials' },
  // bot
  getBotStatus: { method: 'GET', cost: 'small', path: '/api/telegram/status', access: 'user' },
  createLinkCode: { method: 'POST', path: '/api/telegram/link-code', access: 'user', duty: 'read' },
  listLinkedChats: { method: 'GET', cost: 'small', path: '/api/telegram/chats', access: 'user' },
  unlinkChat: { method: 'DELETE', path: '/api/telegram/chats/:id', access: 'user', duty: 'read' },
  // devices
  exportDevices: { method: 'GET', cost: 'growing', path: '/api/admin/devices.csv', access: 'admin' },
  importDevices: {
    method: 'POST',
    cost: 'growing',
    path: '/api/admin/devices.csv',
    access: 'admin',
    idempotent: true,
  },
  listDevices: {
    method: 'GET',
    cost: 'growing',
    path: '/api/devices',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
    tagged: true,
  },
  listDeviceStatuses: {
    method: 'GET',
    cost: 'growing',
    path: '/api/device-status',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
    forKiosks: true,
    tagged: true,
  },
  listDeviceStates: {
    method: 'GET',
    cost: 'growing',
    path: '/api/devices/states',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  acceptReported: {
    method: 'POST',
    path: '/api/devices/:id/accept-reported',
    access: 'user',
    idempotent: true,
    aging: true,
  },
  setMaintenance: {
    method: 'PUT',
    path: '/api/devices/:id/maintenance',
    access: 'user',
    aging: true,
  },
  endMaintenance: {
    method: 'DELETE',
    path: '/api/devices/:id/maintenance',
    access: 'user',
    aging: true,
  },
  listManagedDevices: {
    method: 'GET',
    cost: 'growing',
    path: '/api/admin/devices',
    access: 'admin',
    forKiosks: true,
    tagged: true,
  },
  createDevice: { method: 'POST', path: '/api/admin/devices', access: 'admin', idempotent: true },
  updateDevice: { method: 'PUT', path: '/api/admin/devices/:id', access: 'admin' },
  deleteDevice: { method: 'DELETE', path: '/api/admin/devices/:id', access: 'admin' },
  assignDevice: { method: 'POST', path: '/api/admin/devices/:id/assign', access: 'admin', idempotent: true },
  getDevice: {
    method: 'GET',
    cost: 'small',
    path: '/api/devices/:id',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  getDeviceHours: {
    method: 'GET',
    cost: 'growing',
    path: '/api/device-hours',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  getDevicePast: {
    method: 'GET',
    cost: 'growing',
    path: '/api/devices/:id/past',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  getDeviceMetrics: {
    method: 'GET',
    cost: 'growing',
    path: '/api/devices/:id/metrics',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  savePicture: { method: 'PUT', path: '/api/devices/:id/picture', access: 'user' },
  getPicture: { method: 'GET', cost: 'small', path: '/api/devices/:id/picture', access: 'user' },
  deletePicture: { method: 'DELETE', path: '/api/devices/:id/picture', access: 'user' },
  saveLinkPolicy: { method: 'PUT', path: '/api/devices/:id/link-policy', access: 'user', duty: 'manage' },
  saveDeviceNotes: { method: 'PUT', path: '/api/devices/:id/notes', access: 'user' },
  listHeardDevices: { method: 'GET', cost: 'growing', path: '/api/admin/heard-devices', access: 'admin' },
  ignoreHeardDevice: { method: 'PUT', path: '/api/admin/heard-devices/ignored', access: 'admin' },
  // credentials
  getManagedDevice: { method: 'GET', cost: 'small', path: '/api/admin/devices/:id', access: 'admin' },
  listCredentials: { method: 'GET', cost: 'growing', path: '/api/admin/credentials', access: 'admin' },
  // Never idempotent: the answer with the password would be stored to be repeated.
  makeCredentials: { method: 'POST', path: '/api/admin/devices/:id/credentials', access: 'admin' },
  revokeCredentials: { method: 'DELETE', path: '/api/admin/devices/:id/credentials', access: 'admin' },
  // groups
  listGroups: { method: 'GET', cost: 'growing', path: '/api/groups', access: 'user', scopes: ['read'] },
  createGroup: { method: 'POST', path: '/api/groups', access: 'user', duty: 'manage', idempotent: true },
  updateGroup: { method: 'PUT', path: '/api/groups/:id', access: 'user', duty: 'manage' },
  deleteGroup: { method: 'DELETE', path: '/api/groups/:id', access: 'user', duty: 'manage' },
  // commands
  sendCommand: {
    method: 'POST',
    path: '/api/devices/command',
    access: 'user',
    scopes: ['propose', 'command'],
    byDevice: true,
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  toggleLantern: {
    method: 'POST',
    path: '/api/devices/:id/toggle',
    access: 'user',
    scopes: ['command'],
    byDevice: true,
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  getLastCommand: {
    method: 'GET',
    cost: 'growing',
    path: '/api/commands/last',
    access: 'user',
    scopes: ['read'],
    forKiosks: true,
  },
  listFailedCommands: {
    method: 'GET',
    cost: 'growing',
    path: '/api/commands/failed',
    access: 'user',
    scopes: ['read'],
    forKiosks: true,
  },
  getCommand: {
    method: 'GET',
    cost: 'growing',
    path: '/api/commands/:commandId',
    access: 'user',
    scopes: ['read'],
  },
  estimateCommand: {
    method: 'GET',
    cost: 'small',
    path: '/api/commands/estimate',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  stopCommand: {
    method: 'POST',
    path: '/api/commands/:commandId/stop',
    access: 'user',
    scopes: ['command'],
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  retryCommand: {
    method: 'POST',
    path: '/api/commands/:commandId/retry',
    access: 'user',
    scopes: ['command'],
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  restoreCommand: {
    method: 'POST',
    path: '/api/commands/:commandId/restore',
    access: 'user',
    scopes: ['command'],
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  listHistory: {
    method: 'GET',
    cost: 'growing',
    path: '/api/commands/history',
    access: 'user',
    scopes: ['read'],
  },
  // approvals
  listApprovals: { method: 'GET', cost: 'growing', path: '/api/approvals', access: 'user' },
  confirmApproval: {
    method: 'POST',
    path: '/api/approvals/:id/confirm',
    access: 'user',
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  rejectApproval: { method: 'POST', path: '/api/approvals/:id/reject', access: 'user', idempotent: true },
  // lamptests
  startLampTest: {
    method: 'POST',
    path: '/api/devices/lamp-test',
    access: 'user',
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  listLampTests: { method: 'GET', cost: 'growing', path: '/api/devices/lamp-tests', access: 'user' },
  stopLampTest: {
    method: 'POST',
    path: '/api/devices/lamp-tests/:id/stop',
    access: 'user',
    idempotent: true,
  },
  // schedules
  createSchedule: { method: 'POST', path: '/api/schedule', access: 'user', idempotent: true },
  listSchedules: { method: 'GET', cost: 'growing', path: '/api/schedule', access: 'user', scopes: ['read'] },
  listScheduleWarnings: { method: 'GET', cost: 'growing', path: '/api/schedule/warnings', access: 'user' },
  deleteSchedule: { method: 'DELETE', path: '/api/schedule/:id', access: 'user' },
  reviveSchedule: { method: 'POST', path: '/api/schedule/:id/revive', access: 'user', idempotent: true },
  // plans
  listPlans: { method: 'GET', cost: 'growing', path: '/api/plans', access: 'user', scopes: ['read'] },
  getPlanCalendar: { method: 'GET', cost: 'growing', path: '/api/plans/calendar', access: 'user' },
  createPlan: { method: 'POST', path: '/api/plans', access: 'user', idempotent: true },
  previewPlan: { method: 'POST', path: '/api/plans/preview', access: 'user' },
  pausePlan: { method: 'POST', path: '/api/plans/:id/pause', access: 'user', idempotent: true },
  resumePlan: { method: 'POST', path: '/api/plans/:id/resume', access: 'user', idempotent: true },
  saveExceptions: { method: 'PUT', path: '/api/plans/:id/exceptions', access: 'user' },
  deletePlan: { method: 'DELETE', path: '/api/plans/:id', access: 'user' },
  // sensors
  listSensors: {
    method: 'GET',
    cost: 'growing',
    path: '/api/sensors',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  getSensor: {
    method: 'GET',
    cost: 'small',
    path: '/api/sensors/:id',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  getSensorPast: {
    method: 'GET',
    cost: 'growing',
    path: '/api/sensors/:id/past',
    access: 'user',
    scopes: ['read'],
    byDevice: true,
  },
  saveSensorRule: { method: 'PUT', path: '/api/sensors/:id/rule', access: 'user', duty: 'manage' },
  deleteSensorRule: { method: 'DELETE', path: '/api/sensors/:id/rule', access: 'user', duty: 'manage' },
  sayWater: { method: 'PUT', path: '/api/sensors/:id/water', access: 'user' },
  saveSensorSettings: { method: 'PUT', path: '/api/admin/sensors/:id/settings', access: 'admin' },
  // alerts
  listAlerts: {
    method: 'GET',
    cost: 'growing',
    path: '/api/alerts',
    access: 'user',
    scopes: ['read'],
    forKiosks: true,
  },
  createAlert: {
    method: 'POST',
    path: '/api/alerts',
    access: 'user',
    scopes: ['propose', 'command'],
    byDevice: true,
    idempotent: true,
  },
  confirmAlert: { method: 'POST', path: '/api/alerts/:id/confirm', access: 'user', idempotent: true },
  rejectAlert: { method: 'POST', path: '/api/alerts/:id/reject', access: 'user', idempotent: true },
  revokeAlert: { method: 'POST', path: '/api/alerts/:id/revoke', access: 'user', idempotent: true },
  concludeAlert: { method: 'POST', path: '/api/alerts/:id/conclude', access: 'user', idempotent: true },
  undoAlertDecision: { method: 'POST', path: '/api/alerts/:id/undo', access: 'user', idempotent: true },
  previewAlertEnd: { method: 'GET', cost: 'growing', path: '/api/alerts/:id/end', access: 'user' },
  returnToAlert: {
    method: 'POST',
    path: '/api/alerts/:id/return',
    access: 'user',
    idempotent: true,
    aging: true,
    limit: 'commands',
  },
  // zones
  listZones: { method: 'GET', cost: 'growing', path: '/api/zones', access: 'user' },
  findComuni: { method: 'GET', cost: 'growing', path: '/api/comuni', access: 'user' },
  getMyZones: { method: 'GET', cost: 'growing', path: '/api/user/zones', access: 'user', forKiosks: true },
  saveMyZones: { method: 'PUT', path: '/api/user/zones', access: 'user', duty: 'manage' },
  getUserZones: { method: 'GET', cost: 'small', path: '/api/admin/users/:id/zones', access: 'admin' },
  saveUserZones: { method: 'PUT', path: '/api/admin/users/:id/zones', access: 'admin' },
  saveDeviceZone: { method: 'PUT', path: '/api/admin/devices/:id/zone', access: 'admin' },
  exportZones: { method: 'GET', cost: 'growing', path: '/api/admin/zones.csv', access: 'admin' },
  exportComuni: { method: 'GET', cost: 'growing', path: '/api/admin/comuni.csv', access: 'admin' },
  importZones: {
    method: 'POST',
    cost: 'growing',
    path: '/api/admin/zones.csv',
    access: 'admin',
    idempotent: true,
  },
  putBuiltInZones: {
    method: 'POST',
    cost: 'growing',
    path: '/api/admin/zones/builtin',
    access: 'admin',
    idempotent: true,
  },
  // bulletins
  uploadBulletin: { method: 'POST', path: '/api/admin/bulletins', access: 'admin', idempotent: true },
  listBulletins: { method: 'GET', cost: 'growing', path: '/api/admin/bulletins', access: 'admin' },
  getBulletinReader: {
    method: 'GET',
    cost: 'small',
    path: '/api/bulletins/reader',
    access: 'user',
    scopes: ['read'],
    forKiosks: true,
  },
  getLevels: {
    method: 'GET',
    cost: 'growing',
    path: '/api/bulletins/levels',
    access: 'user',
    scopes: ['read'],
    forKiosks: true,
  },
  getZoneShapes: {
    method: 'GET',
    cost: 'growing',
    path: '/api/bulletins/shapes',
    access: 'user',
    tagged: true,
  },
  // audit
  listAudit: { method: 'GET', cost: 'growing', path: '/api/admin/audit', access: 'admin' },
  summarizeAudit: { method: 'GET', cost: 'growing', path: '/api/admin/audit/summary', access: 'admin' },
  exportAudit: { method: 'GET', cost: 'growing', path: '/api/admin/audit.csv', access: 'admin' },
  // alarms
  listAlarms: { method: 'GET', cost: 'growing', path: '/api/alarms', access: 'user', scopes: ['read'] },
  takeAlarm: { method: 'POST', path: '/api/alarms/:id/take', access: 'user', idempotent: true },
  giveBackAlarm: { method: 'POST', path: '/api/alarms/:id/give-back', access: 'user', idempotent: true },
  resolveAlarm: { method: 'POST', path: '/api/alarms/:id/resolve', access: 'user', idempotent: true },
  closeAlarm: { method: 'POST', path: '/api/alarms/:id/close', access: 'user', idempotent: true },
  getDuty: { method: 'GET', cost: 'small', path: '/api/duty', access: 'user' },
  addDutyMaintenance: {
    method: 'POST',
    path: '/api/duty/maintenance',
    access: 'user',
    duty: 'manage',
    idempotent: true,
    stepUp: true,
  },
  endDutyMaintenance: {
    method: 'DELETE',
    path: '/api/duty/maintenance/:id',
    access: 'user',
    duty: 'manage',
    stepUp: true,
  },
  saveDuty: { method: 'PUT', path: '/api/duty', access: 'user', duty: 'manage', stepUp: true },
  testDuty: { method: 'POST', path: '/api/duty/test', access: 'user', idempotent: true, limit: 'dutyTrials' },
  getAvailability: {
    method: 'GET',
    cost: 'growing',
    path: '/api/availability',
    access: 'user',
    scopes: ['read'],
  },
  exportAvailability: { method: 'GET', cost: 'growing', path: '/api/availability.csv', access: 'user' },
  // webhooks
  listWebhooks: { method: 'GET', cost: 'growing', path: '/api/admin/webhooks', access: 'admin' },
  // Never idempotent: the answer with the secret would be stored to be repeated.
  createWebhook: { method: 'POST', path: '/api/admin/webhooks', access: 'admin' },
  deleteWebhook: { method: 'DELETE', path: '/api/admin/webhooks/:id', access: 'admin' },
  listWebhookDeliveries: {
    method: 'GET',
    cost: 'growing',
    path: '/api/admin/webhooks/:id/deliveries',
    access: 'admin',
  },
  testWebhook: { method: 'POST', path: '/api/admin/webhooks/:id/test', access: 'admin', idempotent: true },
  // push
  getPush: { method: 'GET', cost: 'small', path: '/api/push', access: 'user' },
  addPushDevice: { method: 'POST', path: '/api/push', access: 'user', duty: 'read', idempotent: true },
  removePushDevice: { method: 'DELETE', path: '/api/push/:id', access: 'user', duty: 'read' },
  // daysheet
  getDaySheet: { method: 'GET', cost: 'growing', path: '/api/day-sheet', access: 'user' },
  exportDaySheet: { method: 'GET', cost: 'growing', path: '/api/day-sheet.csv', access: 'user' },
  // system
  getSystem: { method: 'GET', cost: 'small', path: '/api/admin/system', access: 'admin' },
  // handovers
  listHandovers: { method: 'GET', cost: 'small', path: '/api/handovers', access: 'user' },
  writeHandover: { method: 'POST', path: '/api/handovers', access: 'user', idempotent: true },
  takeHandover: { method: 'POST', path: '/api/handovers/:id/take', access: 'user', idempotent: true },
  // backups
  downloadBackup: {
    method: 'POST',
    path: '/api/admin/backups/download',
    access: 'admin',
    limit: 'brokerTrials',
  },
  getBackups: { method: 'GET', cost: 'small', path: '/api/admin/backups', access: 'admin' },
  getRestore: { method: 'GET', cost: 'small', path: '/api/restore', access: 'user' },
  resumeAfterRestore: {
    method: 'POST',
    path: '/api/restore/resume',
    access: 'user',
    duty: 'manage',
    idempotent: true,
  },
} as const satisfies Record<string, Address>;
