import { createListAlertChanges } from './alerts/alert-changes.ts';
import { createAlertsModule } from './alerts/alerts.module.ts';
import type { AppOverrides } from './app-overrides.ts';
import { createBotModule } from './bot/bot.module.ts';
import { createDeviceViews } from './bot/device-views.ts';
import { createBrokerModule } from './broker/broker.module.ts';
import { createHomeAssistantModule } from './broker/homeassistant/homeassistant.module.ts';
import { createBulletinsModule } from './bulletins/bulletins.module.ts';
import { createSharedAudience } from './cluster/audience.ts';
import { createClusterModule } from './cluster/cluster.module.ts';
import { wirePeers } from './cluster/peer-wiring.ts';
import { commandsOnReportTopic } from './commands/command-topic.ts';
import { createCommandsModule } from './commands/commands.module.ts';
import { createListEndedCommands } from './commands/ended-commands.ts';
import { createLampTestsModule } from './commands/lamptests.module.ts';
import type { Config } from './config.ts';
import { takesWrites } from './database/takes-writes.ts';
import { createDevicesModule } from './devices/devices.module.ts';
import { createReadOutboundDevice } from './devices/outbound-device.ts';
import { createAddressOf } from './http/address-of.ts';
import { createListAlarmChanges } from './incidents/alarm-changes.ts';
import { createIncidentsModule } from './incidents/incidents.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { createLiveModule } from './live/live.module.ts';
import { channelsOf, createNotificationsModule } from './notifications/notifications.module.ts';
import { createNotify } from './notifications/notify.ts';
import { createOutbox } from './notifications/outbox.ts';
import { createOperationsModule } from './operations/operations.module.ts';
import { createPublicModule } from './public/public.module.ts';
import { createListDailySeals } from './records/daily-seal.ts';
import { createRecordsModule } from './records/records.module.ts';
import { createSchedulingModule } from './scheduling/scheduling.module.ts';
import { createSensorsModule } from './sensors/sensors.module.ts';
import { createListThresholdEvents } from './sensors/threshold-events.ts';
import { describeBrowser } from './users/describe-browser.ts';
import { createUsersModule } from './users/users.module.ts';
import { readVersion } from './version.ts';

/** The modules, each built from the infrastructure and from those before it; what one needs of another is passed in. */
export function createModules(infrastructure: Infrastructure, config: Config, overrides: AppOverrides) {
  const { commandTopic, firstAdmin, requireSecondFactor } = config;
  const { passwordCost, networks } = overrides;
  const channels = channelsOf(config);
  const outbox = createOutbox({ ...infrastructure, channels });
  const { enqueue } = outbox;
  const { notify, stored: notified } = createNotify({ ...infrastructure, enqueue });
  const hasBot = channels.includes('telegram');
  const cluster = createClusterModule({ ...infrastructure, nats: config.nats });
  const users = createUsersModule({
    ...infrastructure,
    basePath: config.http.basePath,
    publicOrigin: config.http.publicOrigin,
    firstAdmin,
    requireSecondFactor,
    oidc: config.oidc,
    sessionIdleMs: config.sessionIdleMs,
    passwordCost,
  });
  const live = createLiveModule({
    ...infrastructure,
    httpServer: infrastructure.http.server,
    users,
    port: networks?.pages,
    addressOf: createAddressOf(config.http.trustedProxies),
    overServers: (pages) => createSharedAudience(pages, cluster),
    isIsolated: cluster.isIsolated,
  });
  const { feed } = live;
  const devices = createDevicesModule({
    ...infrastructure,
    ...config,
    ...{ cluster, users, feed },
    silenceMs: config.deviceSilenceMs,
    thresholds: config.alarms,
  });
  const broker = createBrokerModule({
    ...infrastructure,
    ...{ settings: config, devices, feed },
    commandsOnReportTopic: commandsOnReportTopic(commandTopic),
    reconnectBounds: overrides.reconnectBounds,
    deviceLogins: overrides.deviceLogins ?? devices.logins,
    brokerWorker: overrides.brokerWorker,
    createConnector: networks?.createConnector,
  });
  const ownership = cluster.createOwnership(broker);
  const homeAssistant = createHomeAssistantModule({
    ...infrastructure,
    ...{ devices, broker },
    prefix: config.homeAssistant.prefix,
    version: readVersion(),
  });
  const operations = createOperationsModule({
    ...infrastructure,
    ...{ config, notify },
    program: overrides.backupProgram,
    timing: overrides.backupTiming,
  });
  const { restoredStart } = operations;
  const commands = createCommandsModule({
    ...infrastructure,
    ...{ devices, broker, ownership, cluster, feed, enqueue, commandTopic, restoredStart },
    notify: hasBot ? notify : undefined,
    confirmMs: config.commandConfirmMs,
    keepHistoryMs: config.keepHistoryMs,
    isHeldBack: operations.isHeldBack,
  });
  const { secondPerson, chooseTargets } = commands;
  const bulletins = createBulletinsModule({
    ...infrastructure,
    ...{ feed, notify },
    settings: config.bulletins,
    timing: overrides.bulletinTiming,
    documents: networks?.documents,
    fillsZones: overrides.fillsZones,
  });
  const alerts = createAlertsModule({
    ...infrastructure,
    ...{ notify, feed, secondPerson, chooseTargets, bulletins },
    sendCommand: commands.send,
    shownBy: devices.states.confirmedBeforeTest,
    isOutOfSync: devices.states.isOutOfSync,
  });
  const lamptests = createLampTestsModule({
    ...infrastructure,
    ...{ devices, commands, feed },
    alertsInCourse: alerts.inCourseOn,
    link: broker.link,
    confirmMs: config.commandConfirmMs,
    keepMs: config.keepHistoryMs,
    stepMs: overrides.lampTestStepMs,
  });
  const scheduling = createSchedulingModule({
    ...infrastructure,
    ...{ notify, feed, secondPerson, chooseTargets, alerts, restoredStart },
    refreshDevices: devices.sync.readList,
    acceptCommand: commands.accept,
    outcomes: commands.outcomes,
    lateMs: config.scheduleLateMs,
  });
  const views = createDeviceViews(devices);
  const bot = createBotModule({
    ...infrastructure,
    config: config.telegram,
    outbox,
    signalsFor: views.signalsFor,
    brokerState: broker.link.status,
    timing: overrides.botTiming,
    telegram: networks?.telegram,
  });
  const notifications = createNotificationsModule({
    ...infrastructure,
    ...views,
    ...{ outbox, devices },
    ...{ mail: config.mail, callers: config.callers },
    telegram: bot.sender,
    contact: config.pushContact,
    nameOf: (userAgent) => describeBrowser(userAgent).browser,
    notified,
    outbound: {
      events: [
        createListAlertChanges,
        createListAlarmChanges,
        createListEndedCommands,
        createListThresholdEvents,
        createListDailySeals,
      ].map((create) => create(infrastructure.db)),
      readDevice: createReadOutboundDevice(devices),
      listDeviceIds: () => devices.directory.listAll().map(({ id }) => id),
      allowsLoopback: config.webhooksAllowLoopback,
    },
    overrides: overrides.notifications,
  });
  const sensors = createSensorsModule({
    ...infrastructure,
    ...config,
    ...{ cluster, feed },
    directory: devices.directory,
    reports: devices.reports,
    listEvents: devices.listEvents,
    litBy: devices.litBy,
    raise: alerts.raiseForGauge,
    link: devices.link,
    isLeader: notifications.isLeader,
  });
  const citizens = createPublicModule({
    ...infrastructure,
    ...{ enqueue, devices, broker, alerts },
    levelsOf: bulletins.levelsOf,
    basePath: config.http.basePath,
    isLeader: notifications.isLeader,
    reach: notifications.reach,
    ownSignalsOf: views.ownSignalsOf,
    waterAt: sensors.waterAt,
    timing: overrides.publicTiming,
  });
  const records = createRecordsModule({
    ...infrastructure,
    ...{ enqueue, audit: config.audit },
    dataDir: config.dataDir,
    keepMs: config.keepAuditMs,
    listAlerts: alerts.listOfDay,
    listDevices: devices.directory.listAll,
  });
  /** What those outside are told: the database takes writes, the broker is linked, the clock is right. */
  const isWell = async () =>
    broker.link.status().connected &&
    !infrastructure.clockAgreement.isOff() &&
    (await takesWrites(infrastructure.db));
  const incidents = createIncidentsModule({
    ...infrastructure,
    ...config,
    ...{ channels, enqueue, feed },
    keepMs: config.keepHistoryMs,
    reach: notifications.reach,
    isNotifier: notifications.isLeader,
    timing: overrides.alarmTiming,
    readDevices: async () => [...(await devices.readFaults()), ...sensors.listTroubles()],
    ...{ outside: config.outside, isWell },
    readParts: async () => {
      const detail = await records.syslogFailure();
      return [{ kind: 'registro esterno', health: detail === null ? 'ok' : 'bad', detail }];
    },
    listDevices: (actor) =>
      devices.directory
        .list(actor, 'lamps')
        .map((device) => ({ ...device, neverReported: devices.states.shownOf(device.id) === null })),
    brokerStatus: broker.link.status,
    bulletins: bulletins.state,
    backups: operations.backups,
    bot: bot.health,
    mail: notifications.readMail,
    figures: {
      version: readVersion(),
      engine: infrastructure.engine,
      broker: broker.inUse,
      confirmationTimes: commands.confirmationTimes,
      devices: async () => {
        const { outOfSync: _outOfSync, ...conditions } = await devices.count();
        const total = Object.values(conditions).reduce((sum, count) => sum + count, 0);
        return { total, well: conditions.ok + conditions.pending, error: conditions.error };
      },
      pages: live.pages,
      underWay: commands.countUnderWay,
    },
  });
  wirePeers({ cluster, ownership, users, live, broker, devices, commands });
  return {
    // Started in this order and stopped in reverse. So commands end before the modules that hear of them.
    list: [
      users,
      records,
      operations.restored,
      devices,
      cluster,
      live,
      bot,
      notifications,
      citizens,
      commands,
      broker,
      {
        name: 'Mosquitto plugin',
        start: () => devices.mosquittoPlugin?.start(broker.inUse),
        stop: () => devices.mosquittoPlugin?.stop(),
      },
      commands.sending,
      cluster.syncing,
      devices.watching,
      homeAssistant,
      scheduling,
      alerts,
      lamptests,
      bulletins,
      sensors,
      incidents,
      operations,
    ] as const,
    ...{ isWell, users, live, cluster, citizens, subscriptions: notifications.subscriptions },
    dutyLinks: incidents.dutyLinks,
  };
}
