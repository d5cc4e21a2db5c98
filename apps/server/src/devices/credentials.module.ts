import type { ManagedDevice } from '@semaforo/contract/api/devices';
import type { Kysely } from 'kysely';
import type { DeviceLogins } from '../broker/device-logins.port.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createCredentialsRepository } from './credentials.repository.ts';
import { createCredentialHandlers } from './credentials.routes.ts';
import { createDeviceLogins } from './device-logins.ts';
import { createMakeCredentials } from './make-credentials.ts';
import { createPluginKeeper } from './mosquitto/keep-plugin-in-step.ts';
import { connectToMosquittoPlugin } from './mosquitto/mosquitto-plugin.adapter.ts';

/** What other servers on the same database did to log-ins is known within a second. */
const REFRESH_EVERY_MS = 500;

/** What each device logs in with on the broker (docs/rules.md#device-credentials). */
export function createCredentialsModule(needs: {
  db: Kysely<Database>;
  engine: Engine;
  /** A device as admins see it. */
  managedDevice: (deviceId: number) => Promise<ManagedDevice | undefined>;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  /** The admin of Mosquitto's dynamic-security plugin; undefined when no plugin is to be kept in step. */
  mosquittoPlugin: { username: string; password: string } | undefined;
  commandTopic: string;
  homeAssistant: { prefix: string | undefined };
  clock: Clock;
  logger: Logger;
}) {
  const { db, engine, secrets, mosquittoPlugin: admin, clock, logger } = needs;
  const repository = createCredentialsRepository(db);
  const logins = createDeviceLogins({ repository, logger });
  const changed = logins.reread;
  const make = createMakeCredentials({ repository, seal: admin ? secrets.seal : () => null, changed, clock });
  const plugin =
    admin &&
    createPluginKeeper({
      connect: connectToMosquittoPlugin,
      repository,
      open: secrets.open,
      admin,
      commandTopic: needs.commandTopic,
      discoveryPrefix: needs.homeAssistant.prefix,
      clock,
      logger,
    });
  if (plugin) logins.port.subscribe(plugin.changed);
  const refreshing = createInterval({
    name: 'device-logins-refresh',
    everyMs: REFRESH_EVERY_MS,
    logger,
    work: logins.refresh,
  });
  const logInPort: DeviceLogins = logins.port;

  return {
    handlers: createCredentialHandlers({
      repository,
      logins,
      make,
      changed,
      managedDevice: needs.managedDevice,
      clock,
    }),
    /** For the broker. */
    logins: logInPort,
    /** A device has another key, or is gone. */
    deviceReplaced: (deviceId: number) => void changed(deviceId),
    start: async () => {
      await logins.port.list();
      // Only PostgreSQL lets in other servers.
      if (engine === 'postgres') refreshing.start();
    },
    stop: async () => {
      await refreshing.stop();
      await logins.stop();
    },
    /** Mosquitto's plugin, kept in step on the broker in use. */
    mosquittoPlugin: plugin ?? { start: () => undefined, stop: () => Promise.resolve() },
  };
}
