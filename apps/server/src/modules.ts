import { createAlertsModule } from './alerts/alerts.module.ts';
import type { AppOverrides } from './app-overrides.ts';
import { createBotModule } from './bot/bot.module.ts';
import { createDeviceViews } from './bot/device-views.ts';
import { createBrokerModule } from './broker/broker.module.ts';
import { createHomeAssistantModule } from './broker/homeassistant/homeassistant.module.ts';
import { createBulletinsModule } from './bulletins/bulletins.module.ts';
import { createZonesModule } from './bulletins/zones.module.ts';
import { createSharedAudience } from './cluster/audience.ts';
import { createClusterModule } from './cluster/cluster.module.ts';
import { createApprovalsModule } from './commands/approvals.module.ts';
import { commandsOnReportTopic } from './commands/command-topic.ts';
import { createCommandsModule } from './commands/commands.module.ts';
import { createGroupsModule } from './commands/groups.module.ts';
import { createLampTestsModule } from './commands/lamptests.module.ts';
import type { Config } from './config.ts';
import { createCredentialsModule } from './devices/credentials.module.ts';
import { createDevicesModule } from './devices/devices.module.ts';
import { createExecuteApproved } from './execute-approved.ts';
import { createAddressOf } from './http/address-of.ts';
import { createAlarmsModule } from './incidents/alarms.module.ts';
import { createSystemModule } from './incidents/system.module.ts';
import { createIncomingMessageFlow } from './incoming-message.flow.ts';
import type { Infrastructure } from './infrastructure.ts';
import { createLiveModule } from './live/live.module.ts';
import { channelsOf, createNotificationsModule } from './notifications/notifications.module.ts';
import { createNotify } from './notifications/notify.ts';
import { createOutbox } from './notifications/outbox.ts';
import { createBackupsModule } from './operations/backups.module.ts';
import { createMapModule } from './operations/map.module.ts';
import { createSettingsModule } from './operations/settings.module.ts';
import { createPublicModule } from './public/public.module.ts';
import { createAuditModule } from './records/audit.module.ts';
import { createDaySheetModule } from './records/daysheet.module.ts';
import { createPlansModule } from './scheduling/plans.module.ts';
import { createSchedulesModule } from './scheduling/schedules.module.ts';
import { describeBrowser } from './users/describe-browser.ts';
import { createUsersModule } from './users/users.module.ts';
import { readVersion } from './version.ts';

/** The modules, each built from the infrastructure and from those before it; what one needs of another is passed in. */
export function createModules(infrastructure: Infrastructure, config: Config, overrides: AppOverrides) {
  const { commandTopic, publicSettings, firstAdmin, requireSecondFactor } = config;
  const { passwordCost } = overrides;
  const channels = channelsOf(config);
  const outbox = createOutbox({ ...infrastructure, channels });
  const { enqueue } = outbox;
  const { notify, stored: notified } = createNotify({ ...infrastructure, enqueue });
  const hasBot = channels.includes('telegram');
  const cluster = createClusterModule({ ...infrastructure, nats: config.nats });
  const users = createUsersModule({
    ...infrastructure,
    basePath: config.http.basePath,
    firstAdmin,
    requireSecondFactor,
    passwordCost,
  });
  const settings = createSettingsModule({ ...infrastructure, publicSettings });
  const audit = createAuditModule({ ...infrastructure, dataDir: config.dataDir, keepMs: config.keepAuditMs });
  const live = createLiveModule({
    ...infrastructure,
    httpServer: infrastructure.http.server,
    authenticate: users.authenticate,
    findOpenSessions: users.findOpenSessions,
    addressOf: createAddressOf(config.http.trustedProxies),
    overServers: (pages) => createSharedAudience(pages, cluster),
    isIsolated: cluster.isIsolated,
  });
  const devices = createDevicesModule({
    ...infrastructure,
    cluster,
    silenceMs: config.deviceSilenceMs,
    thresholds: config.alarms,
    keepPastMs: config.keepPastMs,
  });
  const groups = createGroupsModule(infrastructure);
  const credentials = createCredentialsModule({
    ...infrastructure,
    ...config,
    cluster,
    managedDevice: devices.findManaged,
  });
  const broker = createBrokerModule({
    ...infrastructure,
    settings: config,
    commandsOnReportTopic: commandsOnReportTopic(commandTopic),
    reconnectBounds: overrides.reconnectBounds,
    deviceLogins: overrides.deviceLogins ?? credentials.logins,
    countDevices: devices.directory.count,
    brokerWorker: overrides.brokerWorker,
  });
  const ownership = cluster.createOwnership(broker);
  const homeAssistant = createHomeAssistantModule({
    ...infrastructure,
    prefix: config.homeAssistant.prefix,
    version: readVersion(),
    listDevices: devices.directory.listAll,
    deliver: async (document) =>
      ['acknowledged', 'no-listener', 'listener-unknown'].includes(await broker.link.announce(document)),
    isLinked: () => broker.link.status().connected,
  });
  const backups = createBackupsModule({
    ...infrastructure,
    config,
    notify,
    program: overrides.backupProgram,
    timing: overrides.backupTiming,
  });
  const approvals = createApprovalsModule({ ...infrastructure, enqueue, directory: devices.directory });
  const { secondPerson } = approvals;
  const commands = createCommandsModule({
    ...infrastructure,
    secondPerson,
    notify: hasBot ? notify : undefined,
    devices,
    findGroup: groups.find,
    broker,
    commandTopic,
    ownership,
    cluster,
    confirmMs: config.commandConfirmMs,
    keepHistoryMs: config.keepHistoryMs,
    restoredStart: backups.restoredStart,
    isHeldBack: backups.isHeldBack,
    onAccepted: live.feed.commandAccepted,
    publishProgress: live.feed.progress,
  });
  const zones = createZonesModule(infrastructure);
  const bulletins = createBulletinsModule({
    ...infrastructure,
    notify,
    settings: config.bulletins,
    timing: overrides.bulletinTiming,
    zonesOfDay: zones.ofDay,
  });
  const alerts = createAlertsModule({
    ...infrastructure,
    notify,
    secondPerson,
    chooseTargets: commands.chooseTargets,
    sendCommand: commands.send,
    shownBy: devices.states.confirmedBeforeTest,
    isOutOfSync: devices.states.isOutOfSync,
    isZone: zones.isKnown,
    levelsOf: bulletins.levelsOf,
  });
  const plans = createPlansModule({ ...infrastructure, secondPerson, chooseTargets: commands.chooseTargets });
  const lamptests = createLampTestsModule({
    ...infrastructure,
    devices,
    commands,
    alertsInCourse: alerts.inCourseOn,
    link: broker.link,
    confirmMs: config.commandConfirmMs,
    keepMs: config.keepHistoryMs,
    stepMs: overrides.lampTestStepMs,
  });
  const schedules = createSchedulesModule({
    ...infrastructure,
    notify,
    secondPerson,
    refreshDevices: devices.sync.readList,
    chooseTargets: commands.chooseTargets,
    acceptCommand: commands.accept,
    actOfAlert: alerts.actOfAlert,
    keepHigher: alerts.keepHigher,
    devicesOfTime: plans.devicesOfTime,
    lateMs: config.scheduleLateMs,
    restoredStart: backups.restoredStart,
    clockStepped: () => live.feed.changed('schedules_changed', 'everyone'),
  });
  const views = createDeviceViews(devices);
  const bot = createBotModule({
    ...infrastructure,
    config: config.telegram,
    outbox,
    signalsFor: views.signalsFor,
    brokerState: broker.link.status,
    timing: overrides.botTiming,
  });
  const notifications = createNotificationsModule({
    ...infrastructure,
    ...views,
    outbox,
    mail: config.mail,
    telegram: bot.sender,
    contact: config.pushContact,
    nameOf: (userAgent) => describeBrowser(userAgent).browser,
    notified,
    overrides: overrides.notifications,
  });
  const citizens = createPublicModule({
    ...infrastructure,
    hasChannels: hasBot,
    enqueue,
    isLeader: notifications.isLeader,
    ownSignalsOf: views.ownSignalsOf,
    findOwnerOfAlert: alerts.findOwner,
    alerts: alerts.forCitizens,
    timing: overrides.publicTiming,
  });
  const map = createMapModule({ ...infrastructure, dataDir: config.dataDir, tileUrl: config.tileUrl });
  const system = createSystemModule({
    ...infrastructure,
    dataDir: config.dataDir,
    diskLowPercent: config.diskLowPercent,
    brokerStatus: broker.link.status,
    bulletins: bulletins.state,
    backups: backups.state,
    bot: bot.health,
    mail: notifications.readMail,
    figures: {
      version: readVersion(),
      engine: infrastructure.engine,
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
  const alarms = createAlarmsModule({
    ...infrastructure,
    settings: config.alarms,
    keepMs: config.keepHistoryMs,
    channels,
    enqueue,
    reach: notifications.reach,
    isNotifier: notifications.isLeader,
    brokerState: broker.link.status,
    timing: overrides.alarmTiming,
    readDevices: devices.readFaults,
    readSystem: system.read,
    receivesDevices: () => broker.link.status().connected,
    listDevices: (actor) =>
      devices.directory
        .list(actor)
        .map((device) => ({ ...device, neverReported: devices.states.shownOf(device.id) === null })),
  });
  const daysheet = createDaySheetModule({
    ...infrastructure,
    listAlerts: alerts.listOfDay,
    listDevices: devices.directory.listAll,
  });
  const executeApproved = createExecuteApproved({
    directory: devices.directory,
    sendCommand: commands.send,
    createSchedule: schedules.create,
    createPlan: plans.createApproved,
  });
  const built = {
    ...{ users, live, broker, devices, groups, credentials, commands, schedules, approvals, plans, zones },
    ...{ bulletins, alerts, lamptests, alarms, cluster, ownership, homeAssistant, notifications, citizens },
  };
  const receive = createIncomingMessageFlow({ ...built, ...infrastructure });
  // What a key said before a device had it is the last known state of that device, like what a broker kept.
  devices.listEvents.subscribe(() => {
    const isRegistered = (key: string) => devices.directory.findByKey(key) !== undefined;
    for (const { topic, payload } of devices.lastPayloads.takeRegistered(isRegistered))
      void receive({ topic, payload: Buffer.from(payload), retained: true });
  });
  return {
    // Started in this order and stopped in reverse. So commands end before the modules that hear of them.
    list: [
      ...([users, settings, groups, zones, map, daysheet] as const),
      audit,
      backups.restored,
      devices,
      credentials,
      cluster,
      live,
      bot,
      notifications,
      citizens,
      commands,
      { ...broker, start: () => broker.start(receive) },
      { ...credentials.mosquittoPlugin, start: () => credentials.mosquittoPlugin.start(broker.inUse) },
      commands.sending,
      cluster.syncing,
      devices.watching,
      homeAssistant,
      plans,
      schedules,
      alerts,
      { ...approvals, routes: approvals.createRoutes(executeApproved) },
      lamptests,
      bulletins,
      system,
      alarms,
      backups,
    ] as const,
    ...built,
  };
}
