import type { Bus } from './bus/bus.port.ts';
import type { Modules } from './event-wiring.ts';

/**
 * Connects this server with the others of its installation: what happens here is told to them, and what they tell holds
 * here at once (docs/decisions/0047-bus.md). A message is a hint: what it is about is read from the database.
 */
export function workAsOne(modules: Modules & { bus: Bus }): void {
  const { bus, users, live, broker, devices, commands } = modules;

  users.events.subscribe((event) => bus.tell('user', event));
  bus.hear('user', (event) => {
    if (event.kind === 'session-ended') return live.disconnectSession(event.sessionId);
    live.disconnectUser(event.userId);
    if (event.kind === 'deleted') devices.refreshNow();
  });
  users.attempts.subscribe((attempt) => bus.tell('log_in', attempt));
  bus.hear('log_in', users.countAttempt);
  devices.listEvents.subscribe(({ elsewhere }) => {
    if (elsewhere !== true) bus.tell('device_list', {});
  });
  bus.hear('device_list', devices.refreshNow);
  bus.hear('devices', ({ ids }) => void changedElsewhere(modules, ids));
  bus.hear('lanes', commands.lookAtLanes);
  bus.hear('read_again', () => readAgain(modules));
  // What it stored last it may have told nobody.
  commands.onTookOver?.(() => {
    bus.tell('read_again', {});
    readAgain(modules);
  });
  broker.saved.subscribe(() => bus.tell('broker', {}));
  bus.hear('broker', broker.follow);
  bus.onChange((isIsolated) => {
    live.isolationChanged();
    if (!isIsolated) readAgain(modules);
  });
}

/** Whatever this server may have missed. */
function readAgain(modules: Modules): void {
  const { live, broker, devices, commands } = modules;
  devices.refreshNow();
  commands.lookAtLanes();
  void changedElsewhere(
    modules,
    devices.directory.listAll().map(({ id }) => id),
  );
  broker.follow();
  live.revokeNow();
  live.readAgain();
}

/** First what is under way here gives way: of a device with a command of its own nothing is taken over. */
async function changedElsewhere({ commands, devices }: Modules, ids: readonly number[]): Promise<void> {
  // It never rejects: what fails is logged, and looked at again twice a second.
  await commands.yieldNow();
  devices.changedElsewhere(ids);
}
