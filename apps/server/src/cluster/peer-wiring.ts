import type { createBrokerModule } from '../broker/broker.module.ts';
import type { createCommandsModule } from '../commands/commands.module.ts';
import type { createDevicesModule } from '../devices/devices.module.ts';
import type { createLiveModule } from '../live/live.module.ts';
import type { createUsersModule } from '../users/users.module.ts';
import type { Bus } from './bus.port.ts';
import type { DeviceOwnership } from './cluster.port.ts';

type Modules = {
  cluster: Bus;
  ownership: DeviceOwnership;
  users: ReturnType<typeof createUsersModule>;
  live: ReturnType<typeof createLiveModule>;
  broker: ReturnType<typeof createBrokerModule>;
  devices: ReturnType<typeof createDevicesModule>;
  commands: ReturnType<typeof createCommandsModule>;
};

/**
 * Connects this server with its peers of one installation: publishes to them what happens here, and applies what they
 * publish (docs/decisions/0047-message-bus.md). A message is a hint: what it is about is read from the database.
 */
export function wirePeers(modules: Modules): void {
  const { cluster, ownership, users, live, broker, devices } = modules;

  users.events.subscribe((event) => cluster.publish('user', event));
  cluster.subscribe('user', (event) => {
    if (event.kind === 'session-ended') return live.disconnectSession(event.sessionId);
    live.disconnectUser(event.userId);
    if (event.kind === 'deleted') devices.sync.hintList();
  });
  users.attempts.subscribe((attempt) => cluster.publish('log_in', attempt));
  cluster.subscribe('log_in', users.countAttempt);
  devices.listEvents.subscribe(({ byPeer }) => {
    if (byPeer !== true) cluster.publish('device_list', {});
  });
  cluster.subscribe('device_list', devices.sync.hintList);
  cluster.subscribe('devices', ({ ids }) => void mergePeerStates(modules, ids));
  cluster.subscribe('lanes', ownership.check);
  cluster.subscribe('read_again', () => readAgain(modules));
  // The former owner may have stored changes that it did not publish.
  ownership.tookOver.subscribe(() => {
    cluster.publish('read_again', {});
    readAgain(modules);
  });
  broker.saved.subscribe(() => cluster.publish('broker', {}));
  cluster.subscribe('broker', broker.follow);
  cluster.onChange((isIsolated) => {
    live.isolationChanged();
    if (!isIsolated) readAgain(modules);
  });
}

/** Whatever this server may have missed. */
function readAgain(modules: Modules): void {
  const { live, broker, devices, ownership } = modules;
  devices.sync.hintList();
  ownership.check();
  void mergePeerStates(
    modules,
    devices.directory.listAll().map(({ id }) => id),
  );
  broker.follow();
  live.revokeNow();
  live.readAgain();
}

/** First what is under way here gives way: of a device with a command of its own nothing is taken over. */
async function mergePeerStates({ commands, devices }: Modules, ids: readonly number[]): Promise<void> {
  // It never rejects: what fails is logged, and polled again twice a second.
  await commands.yieldNow();
  devices.sync.hint(ids);
}
