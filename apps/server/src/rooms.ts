import { createAlarmsRoom } from './alarms/alarms.room.ts';
import type { MailState } from './alarms/mail-state.ts';
import { createAlertsRoom } from './alerts/alerts.room.ts';
import type { AppOverrides } from './app-overrides.ts';
import { createApprovalsRoom } from './approvals/approvals.room.ts';
import { createAuditRoom } from './audit/audit.room.ts';
import { createBackupsRoom } from './backups/backups.room.ts';
import { timeInWords } from './bot/alert-words.ts';
import { createBotRoom } from './bot/bot.room.ts';
import { createBrokerRoom } from './broker/broker.room.ts';
import { createBulletinsRoom } from './bulletins/bulletins.room.ts';
import { createBusRoom } from './bus/bus.room.ts';
import { commandsOnReportTopic } from './commands/command-topic.ts';
import { createCommandsRoom } from './commands/commands.room.ts';
import type { Config } from './config.ts';
import { createCredentialsRoom } from './credentials/credentials.room.ts';
import { createDaySheetRoom } from './daysheet/daysheet.room.ts';
import { createDevicesRoom } from './devices/devices.room.ts';
import { createDoApproved } from './do-approved.ts';
import type { GroundFloor } from './ground-floor.ts';
import { createGroupsRoom } from './groups/groups.room.ts';
import { createHomeAssistantRoom } from './homeassistant/homeassistant.room.ts';
import { createAddressOf } from './http/address-of.ts';
import { createLampTestsRoom } from './lamptests/lamptests.room.ts';
import { createLiveRoom } from './live/live.room.ts';
import { createLiveOverServers } from './live-over-servers.ts';
import { createMapRoom } from './map/map.room.ts';
import { createPlansRoom } from './plans/plans.room.ts';
import type { Refusal } from './platform/refusal.ts';
import { createPushRoom } from './push/push.room.ts';
import type { CreateSchedule } from './schedules/create-schedule.ts';
import { createSchedulesRoom } from './schedules/schedules.room.ts';
import { createSettingsRoom } from './settings/settings.room.ts';
import { createSystemRoom } from './system/system.room.ts';
import { browserInWords } from './users/browser-in-words.ts';
import { createUsersRoom } from './users/users.room.ts';
import { readVersion } from './version.ts';
import { createZonesRoom } from './zones/zones.room.ts';

/** The rooms, each built from the ground floor and from those before it; what one needs of another is passed in. */
export function createRooms(ground: GroundFloor, config: Config, overrides: AppOverrides) {
  const { commandTopic, publicSettings, firstAdmin, requireSecondFactor } = config;
  const { passwordCost } = overrides;
  const restoredStart = (): number | undefined => backups.restoredStart();
  const bus = createBusRoom({ ...ground, nats: config.nats });
  const users = createUsersRoom({
    ...ground,
    basePath: config.http.basePath,
    firstAdmin,
    requireSecondFactor,
    passwordCost,
  });
  const settings = createSettingsRoom({ ...ground, publicSettings });
  const audit = createAuditRoom({ ...ground, dataDir: config.dataDir, keepMs: config.keepAuditMs });
  const live = createLiveRoom({
    ...ground,
    httpServer: ground.http.server,
    authenticate: users.authenticate,
    findOpenSessions: users.findOpenSessions,
    addressOf: createAddressOf(config.http.trustedProxies),
    overServers: (pages) => createLiveOverServers(pages, bus),
    isIsolated: bus.isIsolated,
  });
  const devices = createDevicesRoom({
    ...ground,
    tellShared: config.nats && ((ids) => bus.tell('devices', { ids })),
    silenceMs: config.deviceSilenceMs,
    thresholds: config.alarms,
    keepPastMs: config.keepPastMs,
  });
  const groups = createGroupsRoom(ground);
  const credentials = createCredentialsRoom({ ...ground, ...config, managedDevice: devices.findManaged });
  const broker = createBrokerRoom({
    ...ground,
    settings: config,
    commandsOnReportTopic: commandsOnReportTopic(commandTopic),
    reconnectBounds: overrides.reconnectBounds,
    deviceLogins: overrides.deviceLogins ?? credentials.logins,
    countDevices: devices.directory.count,
    brokerWorker: overrides.brokerWorker,
  });
  const homeAssistant = createHomeAssistantRoom({
    ...ground,
    prefix: config.homeAssistant.prefix,
    version: readVersion(),
    listDevices: devices.directory.listAll,
    deliver: async (document) =>
      ['acknowledged', 'no-listener', 'listener-unknown'].includes(await broker.link.announce(document)),
    isLinked: () => broker.link.status().connected,
  });
  const approvals = createApprovalsRoom({
    ...ground,
    directory: devices.directory,
    doApproved: createDoApproved({
      directory: devices.directory,
      sendCommand: (request): Promise<Refusal | object> => commands.send(request),
      createSchedule: (asked, by): ReturnType<CreateSchedule> => schedules.create(asked, by),
      createPlan: (body, actor, author): Promise<number | Refusal> =>
        plans.createApproved(body, actor, author),
    }),
  });
  const { secondPerson } = approvals;
  const commands = createCommandsRoom({
    ...ground,
    secondPerson,
    devices,
    findGroup: groups.find,
    broker,
    commandTopic,
    tellLanes: config.nats && (() => bus.tell('lanes', {})),
    confirmMs: config.commandConfirmMs,
    keepHistoryMs: config.keepHistoryMs,
    restoredStart,
    isHeldBack: (ownerId): Promise<boolean> => backups.isHeldBack(ownerId),
    onAccepted: live.feed.commandAccepted,
    tellProgress: live.feed.progress,
  });
  const zones = createZonesRoom(ground);
  const bulletins = createBulletinsRoom({
    ...ground,
    settings: config.bulletins,
    timing: overrides.bulletinTiming,
    zonesOfDay: zones.ofDay,
  });
  const alerts = createAlertsRoom({
    ...ground,
    secondPerson,
    chooseTargets: commands.chooseTargets,
    sendCommand: commands.send,
    shownBy: devices.states.confirmedBeforeTest,
    isOutOfSync: devices.states.isOutOfSync,
    isZone: zones.isKnown,
    levelsOf: bulletins.levelsOf,
  });
  const plans = createPlansRoom({ ...ground, secondPerson, chooseTargets: commands.chooseTargets });
  const lamptests = createLampTestsRoom({
    ...ground,
    devices,
    commands,
    alertsInCourse: alerts.inCourseOn,
    link: broker.link,
    confirmMs: config.commandConfirmMs,
    keepMs: config.keepHistoryMs,
    stepMs: overrides.lampTestStepMs,
  });
  const schedules = createSchedulesRoom({
    ...ground,
    secondPerson,
    refreshDevices: devices.refresh,
    chooseTargets: commands.chooseTargets,
    acceptCommand: commands.accept,
    actOfAlert: alerts.actOfAlert,
    keepHigher: alerts.keepHigher,
    devicesOfTime: plans.devicesOfTime,
    lateMs: config.scheduleLateMs,
    restoredStart,
    clockStepped: () => live.feed.changed('schedules_changed', 'everyone'),
  });
  const bot = createBotRoom({
    ...ground,
    config: config.telegram,
    devices,
    brokerState: broker.link.status,
    findSchedule: schedules.find,
    findAlert: alerts.find,
    alertsForCitizens: alerts.forCitizens,
    findCommand: commands.find,
    failedCommands: commands.failed,
    timing: overrides.botTiming,
  });
  const map = createMapRoom({ ...ground, dataDir: config.dataDir, tileUrl: config.tileUrl });
  const backups = createBackupsRoom({
    ...ground,
    config,
    program: overrides.backupProgram,
    timing: overrides.backupTiming,
  });
  const system = createSystemRoom({
    ...ground,
    dataDir: config.dataDir,
    diskLowPercent: config.diskLowPercent,
    brokerStatus: broker.link.status,
    bulletins: bulletins.state,
    backups: backups.state,
    bot: bot.health,
    mail: (): Promise<MailState> => alarms.readMail(),
    figures: {
      version: readVersion(),
      engine: ground.engine,
      broker: broker.inUse,
      confirmationTimes: commands.confirmationTimes,
      devices: async () => {
        const { error, ok, pending } = await devices.count();
        return { total: devices.directory.count(), well: ok + pending, error };
      },
      pages: live.pages,
      underWay: commands.countUnderWay,
    },
  });
  const push = createPushRoom({
    ...ground,
    contact: config.pushContact,
    findAlert: alerts.find,
    listWaiting: approvals.listWaiting,
    nameOf: (userAgent) => browserInWords(userAgent).browser,
    timeInWords,
    overrides: overrides.push,
  });
  const alarms = createAlarmsRoom({
    ...ground,
    settings: config.alarms,
    keepMs: config.keepHistoryMs,
    mail: config.mail,
    timing: overrides.alarmTiming,
    readDevices: devices.readFaults,
    readSystem: system.read,
    hearsDevices: () => broker.link.status().connected,
    listDevices: (actor) =>
      devices.directory
        .list(actor)
        .map((device) => ({ ...device, neverHeard: devices.states.shownOf(device.id) === null })),
    tellChat: bot.tellChat,
    tellBrowser: push.tellOfAlarm,
    reach: { chat: bot.reachChat, browser: push.reachBrowser },
    timeInWords,
  });
  const daysheet = createDaySheetRoom({
    ...ground,
    listAlerts: alerts.listOfDay,
    listDevices: devices.directory.listAll,
  });
  return {
    ...{ users, settings, audit, live, broker, devices, groups, credentials, commands, schedules, bot },
    ...{ approvals, plans, zones, bulletins, alerts, lamptests, map, backups, system, alarms, daysheet, bus },
    ...{ homeAssistant, push },
  };
}
