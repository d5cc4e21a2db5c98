import { announce } from './announcements.ts';
import type { AppOverrides } from './app-overrides.ts';
import type { Config } from './config.ts';
import { openGroundFloor } from './ground-floor.ts';
import { listen } from './http/listen.ts';
import { mountApi } from './http/mount-api.ts';
import { createIncomingMessageFlow } from './incoming-message.flow.ts';
import { type Part, startAll, stopAll } from './platform/parts.ts';
import { createRooms } from './rooms.ts';
import type { App } from './started-app.ts';
import { workAsOne } from './work-as-one.ts';

/** SIGTERM ends the process within ten seconds, whatever hangs. */
const STOP_WITHIN_MS = 9000;

/** Puts the server together. It holds the data folder from here on, but nothing runs before `start`. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const ground = await openGroundFloor(config, overrides);
  const { http } = ground;
  const rooms = createRooms(ground, config, overrides);
  const { users, audit, live, broker, devices, credentials, commands, schedules, bot } = rooms;
  announce(rooms, ground.clock);
  if (config.nats) workAsOne(rooms);
  const receive = createIncomingMessageFlow({ ...rooms, ...ground });
  // What a key said before a device had it is the last known state of that device, like what a broker kept.
  devices.listEvents.subscribe(() => {
    const isRegistered = (key: string) => devices.directory.findByKey(key) !== undefined;
    for (const { topic, payload } of devices.lastPayloads.takeRegistered(isRegistered))
      void receive({ topic, payload: Buffer.from(payload), retained: true });
  });

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
      ...rooms.approvals.handlers,
      ...rooms.lamptests.handlers,
      ...schedules.handlers,
      ...rooms.plans.handlers,
      ...rooms.alerts.handlers,
      ...rooms.zones.handlers,
      ...rooms.bulletins.handlers,
      ...rooms.map.handlers,
      ...audit.handlers,
      ...rooms.backups.handlers,
      ...rooms.system.handlers,
      ...rooms.alarms.handlers,
      ...rooms.push.handlers,
      ...rooms.daysheet.handlers,
    },
    authenticate: users.authenticate,
    isRunning: () => isRunning,
    isIsolated: rooms.bus.isIsolated,
    metricsToken: config.metricsToken,
    shareLimits: overrides.shareLimits,
  });

  let url = '';
  // Started in this order and stopped in reverse. So commands and requests end before the rooms that hear of them.
  const parts: Part[] = [
    ...ground.parts,
    { name: 'audit', start: audit.start, stop: audit.stop },
    { name: 'restored backup', start: rooms.backups.noteStart },
    { name: 'devices', start: devices.start },
    { name: 'credentials', start: credentials.start, stop: credentials.stop },
    { name: 'bus', start: rooms.bus.start, stop: rooms.bus.stop },
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
    { name: 'Home Assistant', start: rooms.homeAssistant.start, stop: rooms.homeAssistant.stop },
    { name: 'plans', start: rooms.plans.start, stop: rooms.plans.stop },
    { name: 'schedules', start: schedules.start, stop: schedules.stop },
    { name: 'alerts', start: rooms.alerts.start, stop: rooms.alerts.stop },
    { name: 'approvals', start: rooms.approvals.start, stop: rooms.approvals.stop },
    { name: 'lamp tests', start: rooms.lamptests.start, stop: rooms.lamptests.stop },
    { name: 'bulletins', start: rooms.bulletins.start, stop: rooms.bulletins.stop },
    { name: 'system', start: rooms.system.start, stop: rooms.system.stop },
    { name: 'push', start: rooms.push.start, stop: rooms.push.stop },
    { name: 'alarms', start: rooms.alarms.start, stop: rooms.alarms.stop },
    { name: 'backups', start: rooms.backups.start, stop: rooms.backups.stop },
    { name: 'loop watch', ...ground.loopWatch },
    {
      name: 'HTTP',
      start: async () => {
        url = await listen(http, config.http);
      },
      // Together: the socket's server waits for connections that only closing HTTP ends.
      stop: () => Promise.all([live.disconnectAll(), http.close()]),
    },
    // Nothing may fail after it: a password that was made up is shown once, when all has started.
    { name: 'first admin', start: users.start },
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
