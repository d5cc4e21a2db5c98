import type { AppOverrides } from './app-overrides.ts';
import { wirePeers } from './cluster/peer-wiring.ts';
import type { Config } from './config.ts';
import { wireEvents } from './event-wiring.ts';
import { listen } from './http/listen.ts';
import { mountApi } from './http/mount-api.ts';
import { createIncomingMessageFlow } from './incoming-message.flow.ts';
import { openInfrastructure } from './infrastructure.ts';
import { createModules } from './modules.ts';
import { type Part, startAll, stopAll } from './platform/parts.ts';
import type { App } from './started-app.ts';

/** SIGTERM ends the process within ten seconds, whatever hangs. */
const STOP_WITHIN_MS = 9000;

/** Puts the server together. It holds the data folder from here on, but nothing runs before `start`. */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const infrastructure = await openInfrastructure(config, overrides);
  const { http } = infrastructure;
  const modules = createModules(infrastructure, config, overrides);
  const { users, audit, live, broker, devices, credentials, commands, schedules, bot } = modules;
  wireEvents(modules, infrastructure.clock);
  if (config.nats) wirePeers(modules);
  const receive = createIncomingMessageFlow({ ...modules, ...infrastructure });
  // What a key said before a device had it is the last known state of that device, like what a broker kept.
  devices.listEvents.subscribe(() => {
    const isRegistered = (key: string) => devices.directory.findByKey(key) !== undefined;
    for (const { topic, payload } of devices.lastPayloads.takeRegistered(isRegistered))
      void receive({ topic, payload: Buffer.from(payload), retained: true });
  });

  let isRunning = false;
  mountApi(http, {
    ...infrastructure,
    handlers: {
      ...users.handlers,
      ...modules.settings.handlers,
      ...broker.handlers,
      ...bot.handlers,
      ...devices.handlers,
      ...modules.groups.handlers,
      ...credentials.handlers,
      ...commands.handlers,
      ...modules.approvals.handlers,
      ...modules.lamptests.handlers,
      ...schedules.handlers,
      ...modules.plans.handlers,
      ...modules.alerts.handlers,
      ...modules.zones.handlers,
      ...modules.bulletins.handlers,
      ...modules.map.handlers,
      ...audit.handlers,
      ...modules.backups.handlers,
      ...modules.system.handlers,
      ...modules.alarms.handlers,
      ...modules.notifications.handlers,
      ...modules.daysheet.handlers,
    },
    authenticate: users.authenticate,
    isRunning: () => isRunning,
    isIsolated: modules.cluster.isIsolated,
    metricsToken: config.metricsToken,
    shareLimits: overrides.shareLimits,
  });

  let url = '';
  // Started in this order and stopped in reverse. So commands and requests end before the modules that hear of them.
  const parts: Part[] = [
    ...infrastructure.parts,
    { name: 'audit', start: audit.start, stop: audit.stop },
    { name: 'restored backup', start: modules.backups.noteStart },
    { name: 'devices', start: devices.start },
    { name: 'credentials', start: credentials.start, stop: credentials.stop },
    { name: 'cluster', start: modules.cluster.start, stop: modules.cluster.stop },
    { name: 'live', start: live.start, stop: live.stop },
    { name: 'bot', start: bot.start, stop: bot.stop },
    { name: 'notifications', start: modules.notifications.start, stop: modules.notifications.stop },
    { name: 'citizens', start: modules.citizens.start, stop: modules.citizens.stop },
    { name: 'commands', start: commands.start, stop: commands.stop },
    { name: 'broker', start: () => broker.start(receive), stop: broker.stop },
    {
      name: 'Mosquitto plugin',
      start: () => credentials.mosquittoPlugin.start(broker.inUse),
      stop: credentials.mosquittoPlugin.stop,
    },
    { name: 'sending', stop: commands.stopSending },
    { name: 'peer sync', ...modules.cluster.syncing },
    { name: 'watching', ...devices.watching },
    { name: 'Home Assistant', start: modules.homeAssistant.start, stop: modules.homeAssistant.stop },
    { name: 'plans', start: modules.plans.start, stop: modules.plans.stop },
    { name: 'schedules', start: schedules.start, stop: schedules.stop },
    { name: 'alerts', start: modules.alerts.start, stop: modules.alerts.stop },
    { name: 'approvals', start: modules.approvals.start, stop: modules.approvals.stop },
    { name: 'lamp tests', start: modules.lamptests.start, stop: modules.lamptests.stop },
    { name: 'bulletins', start: modules.bulletins.start, stop: modules.bulletins.stop },
    { name: 'system', start: modules.system.start, stop: modules.system.stop },
    { name: 'alarms', start: modules.alarms.start, stop: modules.alarms.stop },
    { name: 'backups', start: modules.backups.start, stop: modules.backups.stop },
    { name: 'loop watch', ...infrastructure.loopWatch },
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
  const stopping = { withinMs: STOP_WITHIN_MS, logger: infrastructure.logger };
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
