import pLimit from 'p-limit';
import type { Clock } from '../../platform/clock.ts';
import { createInterval } from '../../platform/interval.ts';
import type { Logger } from '../../platform/logger.ts';
import { type RetryBounds, retryDelayMs } from '../../platform/retry-delay.ts';
import type { ConnectToPlugin, MosquittoPlugin, PluginAddress } from './mosquitto-plugin.port.ts';
import { createPluginChanges, type PluginRepository } from './send-plugin-changes.ts';

const RETRY: RetryBounds = { minMs: 500, maxMs: 30_000 };
/** How soon it is noticed that another broker is in use. */
const CHECK_EVERY_MS = 1000;

/** The broker in use, and with what the console logs in to it. */
type BrokerInUse = PluginAddress;

/**
 * Keeps the clients and roles of Mosquitto's dynamic-security plugin as the credentials of the devices are: all of them
 * at the start and after each connection, then each change. Whatever fails is logged once and tried again.
 */
export function createPluginKeeper(options: {
  connect: ConnectToPlugin;
  repository: PluginRepository;
  /** Opens a password that was sealed for the plugin. */
  open: (sealed: string) => string | undefined;
  admin: { username: string; password: string };
  commandTopic: string;
  discoveryPrefix: string | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { admin, clock, logger } = options;
  const changes = createPluginChanges(options);
  const oneAtATime = pLimit(1);
  let brokerInUse: () => Promise<BrokerInUse | undefined> = () => Promise.resolve(undefined);
  let connected: { plugin: MosquittoPlugin; to: string } | undefined;
  let changed = new Set<string>();
  let failures = 0;
  let retryAt = 0;
  let stopped = false;
  let isRequested = false;

  const connectTo = async (place: BrokerInUse, to: string) => {
    let own: MosquittoPlugin | undefined;
    own = await options.connect({ ...place, ...admin }, () => {
      if (own === undefined || connected?.plugin !== own) return;
      connected = undefined;
      logger.warn({ broker: place.host }, 'the connection to the Mosquitto plugin was lost');
      void check();
    });
    connected = { plugin: own, to };
    changed = new Set();
    await changes.bringAllInStep(own, place);
    logger.info({ broker: place.host }, 'the Mosquitto plugin is in step');
  };
  const leave = async () => {
    const left = connected;
    connected = undefined;
    await left?.plugin.close();
  };
  const follow = async () => {
    const place = await brokerInUse();
    const to = JSON.stringify(place);
    if (connected && connected.to !== to) await leave();
    if (place === undefined || clock.now() < retryAt) return;
    if (!connected) return connectTo(place, to);
    const usernames = [...changed];
    changed = new Set();
    if (usernames.length > 0) await changes.bringInStep(connected.plugin, usernames);
  };
  const check = () =>
    oneAtATime(async () => {
      isRequested = false;
      if (stopped) return;
      try {
        await follow();
        if (connected) failures = 0;
      } catch (error) {
        if (failures === 0) logger.warn({ err: error }, 'the Mosquitto plugin cannot be kept in step');
        retryAt = clock.now() + retryDelayMs(failures, Math.random(), RETRY);
        failures += 1;
        // What the plugin has now is not known: everything is compared again.
        await leave().catch(() => undefined);
      }
    });
  const looking = createInterval({ name: 'mosquitto-plugin', everyMs: CHECK_EVERY_MS, logger, work: check });

  return {
    /** To be called for each log-in that was made, rotated, moved or ended. */
    changed: (username: string) => {
      changed.add(username);
      if (isRequested) return;
      // Before the look, which may begin at once and then lets the next one be asked for.
      isRequested = true;
      void check();
    },
    start: (place: () => Promise<BrokerInUse | undefined>) => {
      brokerInUse = place;
      void check();
      looking.start();
    },
    stop: async () => {
      stopped = true;
      await looking.stop();
      await oneAtATime(leave);
    },
  };
}
