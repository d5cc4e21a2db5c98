import { announce } from './announcements.ts';
import type { AppOverrides } from './app-overrides.ts';
import { createAuditRoom } from './audit/audit.room.ts';
import { createBotRoom } from './bot/bot.room.ts';
import { createBrokerRoom } from './broker/broker.room.ts';
import { createBulletinsRoom } from './bulletins/bulletins.room.ts';
import { commandsOnReportTopic } from './commands/command-topic.ts';
import { createCommandsRoom } from './commands/commands.room.ts';
import type { Config } from './config.ts';
import { createCredentialsRoom } from './credentials/credentials.room.ts';
import { createDevicesRoom } from './devices/devices.room.ts';
import { type GroundFloor, openGroundFloor } from './ground-floor.ts';
import { createGroupsRoom } from './groups/groups.room.ts';
import { listen } from './http/listen.ts';
import { mountApi } from './http/mount-api.ts';
import { createIncomingMessageFlow } from './incoming-message.flow.ts';
import { createLiveRoom } from './live/live.room.ts';
import { type Part, startAll, stopAll } from './platform/parts.ts';
import { createSchedulesRoom } from './schedules/schedules.room.ts';
import { createSettingsRoom } from './settings/settings.room.ts';
import type { App } from './started-app.ts';
import { createUsersRoom } from './users/users.room.ts';
import { createZonesRoom } from './zones/zones.room.ts';

/** SIGTERM ends the process within ten seconds, whatever hangs. */
const STOP_WITHIN_MS = 9000;

/** Puts the server together. It holds the data folder from here on, but nothing runs before `start`. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const ground = await openGroundFloor(config, overrides);
  const { http } = ground;
  const rooms = createRooms(ground, config, overrides);
  const { users, audit, live, broker, devices, credentials, commands, schedules, bot } = rooms;
  announce(rooms, ground.clock);
  const receive = createIncomingMessageFlow({ ...rooms, ...ground });

  let isRunning = false;
  mountApi(http, {
    ...ground,
    handlers: {
      ...users.handlers,
      ...rooms.settings.handlers,
      ...broker.handlers,
      ...bot.handlers,
      ...devices.handlers,
      ...rooms.groups.handlers,
      ...credentials.handlers,
      ...commands.handlers,
      ...schedules.handlers,
      ...rooms.zones.handlers,
      ...rooms.bulletins.handlers,
      ...audit.handlers,
    },
    authenticate: users.authenticate,
    isRunning: () => isRunning,
    metricsToken: config.metricsToken,
    shareLimits: overrides.shareLimits,
  });

  let url = '';
  // Started in this order and stopped in reverse. So commands and requests end before the rooms that hear of them.
  const parts: Part[] = [
    ...ground.parts,
    { name: 'audit', start: audit.start, stop: audit.stop },
    { name: 'users', start: users.start },
    { name: 'devices', start: devices.start, stop: devices.stop },
    { name: 'credentials', start: credentials.start, stop: credentials.stop },
    { name: 'live', start: live.start, stop: live.stop },
    { name: 'bot', start: bot.start, stop: bot.stop },
    { name: 'commands', start: commands.start, stop: commands.stop },
    { name: 'broker', start: () => broker.start(receive), stop: broker.stop },
    {
      name: 'Mosquitto plugin',
      start: () => credentials.mosquittoPlugin.start(broker.inUse),
      stop: credentials.mosquittoPlugin.stop,
    },
    { name: 'sending', ...commands.sending },
    { name: 'watching', ...devices.watching },
    { name: 'schedules', start: schedules.start, stop: schedules.stop },
    { name: 'bulletins', start: rooms.bulletins.start, stop: rooms.bulletins.stop },
    {
      name: 'HTTP',
      start: async () => {
        url = await listen(http, config.http);
      },
      // Together: the socket's server waits for connections that only closing HTTP ends.
      stop: () => Promise.all([live.disconnectAll(), http.close()]),
    },
    { name: 'loop watch', ...ground.loopWatch },
  ];
  const stopping = { withinMs: STOP_WITHIN_MS, logger: ground.logger };
  return {
    start: async () => {
      await startAll(parts, stopping);
      isRunning = true;
      return { url, firstAdmin: users.createdAdmin() };
    },
    stop: () => {
      isRunning = false;
      return stopAll(parts, stopping);
    },
  };
}

/** The rooms, each built from the ground floor and from those before it. */
function createRooms(ground: GroundFloor, config: Config, overrides: AppOverrides) {
  const { commandTopic, publicSettings, firstAdmin, requireSecondFactor } = config;
  const { passwordCost } = overrides;
  const users = createUsersRoom({ ...ground, firstAdmin, requireSecondFactor, passwordCost });
  const settings = createSettingsRoom({ ...ground, publicSettings });
  const audit = createAuditRoom(ground);
  const live = createLiveRoom({
    ...ground,
    httpServer: ground.http.server,
    authenticate: users.authenticate,
    findOpenSessions: users.findOpenSessions,
  });
  const devices = createDevicesRoom({
    ...ground,
    silenceMs: config.deviceSilenceMs,
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
  const commands = createCommandsRoom({
    ...ground,
    devices,
    findGroup: groups.find,
    broker,
    commandTopic,
    confirmMs: config.commandConfirmMs,
    onAccepted: live.feed.commandAccepted,
    tellProgress: live.feed.progress,
  });
  const schedules = createSchedulesRoom({
    ...ground,
    refreshDevices: devices.refresh,
    chooseTargets: commands.chooseTargets,
    acceptCommand: commands.accept,
    lateMs: config.scheduleLateMs,
    clockStepped: () => live.feed.schedulesChanged('everyone'),
  });
  const bot = createBotRoom({
    ...ground,
    config: config.telegram,
    devices,
    brokerState: broker.link.status,
    findSchedule: schedules.find,
    findCommand: commands.find,
    failedCommands: commands.failed,
    timing: overrides.botTiming,
  });
  const zones = createZonesRoom(ground);
  const bulletins = createBulletinsRoom({
    ...ground,
    settings: config.bulletins,
    timing: overrides.bulletinTiming,
    zonesOfDay: zones.ofDay,
  });
  return {
    ...{ users, settings, audit, live, broker, devices, groups, credentials, commands, schedules, bot },
    ...{ zones, bulletins },
  };
}
