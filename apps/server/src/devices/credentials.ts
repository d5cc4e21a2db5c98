import type { ManagedDevice } from '@semaforo/contract/api/devices';
import type { Kysely } from 'kysely';
import type { DeviceLogins } from '../broker/device-logins.port.ts';
import { type Cluster, WHOLE } from '../cluster/cluster.port.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Events } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createCredentialsRepository } from './credentials.repository.ts';
import { createCredentialHandlers } from './credentials.routes.ts';
import type { DeviceListEvent } from './device-events.ts';
import { createDeviceLogins } from './device-logins.ts';
import { createMakeCredentials } from './make-credentials.ts';
import { createPluginKeeper } from './mosquitto/keep-plugin-in-step.ts';
import type { ConnectToPlugin } from './mosquitto/mosquitto-plugin.port.ts';

/** What other servers did to log-ins is known within a second. */
const REFRESH_EVERY_MS = 500;

/** What each device logs in with on the broker, or on Mosquitto by its plugin (docs/rules.md#device-credentials). */
export function createCredentials(deps: {
  db: Kysely<Database>;
  cluster: Pick<Cluster, 'sync'>;
  /** A device as admins see it. */
  managedDevice: (deviceId: number) => Promise<ManagedDevice | undefined>;
  listEvents: Events<DeviceListEvent>;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  /** The admin of Mosquitto's dynamic-security plugin; undefined when no plugin is to be kept in step. */
  mosquittoPlugin: { username: string; password: string } | undefined;
  connectToPlugin: ConnectToPlugin;
  commandTopic: string;
  homeAssistant: { prefix: string | undefined };
  clock: Clock;
  logger: Logger;
}) {
  const { db, secrets, mosquittoPlugin: admin, clock, logger } = deps;
  const repository = createCredentialsRepository(db);
  const logins = createDeviceLogins({ repository, logger });
  const changed = logins.reread;
  const make = createMakeCredentials({ repository, seal: admin ? secrets.seal : () => null, changed, clock });
  const plugin =
    admin &&
    createPluginKeeper({
      connect: deps.connectToPlugin,
      repository,
      open: secrets.open,
      admin,
      commandTopic: deps.commandTopic,
      discoveryPrefix: deps.homeAssistant.prefix,
      clock,
      logger,
    });
  if (plugin) logins.port.subscribe(plugin.changed);
  // A device has another key, or is gone.
  deps.listEvents.subscribe(({ replaced }) => {
    if (replaced) void changed(replaced.id);
  });
  // While nothing changed it costs one small read.
  deps.cluster.sync({
    name: 'device-logins',
    everyMs: REFRESH_EVERY_MS,
    keys: () => WHOLE,
    read: async () => new Map([[WHOLE[0], await repository.version()]]),
    merge: (_key, version = 0) => logins.merge(version),
  });
  const port: DeviceLogins = logins.port;

  return {
    routes: createCredentialHandlers({
      repository,
      logins,
      make,
      changed,
      managedDevice: deps.managedDevice,
      clock,
    }),
    logins: port,
    start: port.list,
    stop: logins.stop,
    plugin,
  };
}
