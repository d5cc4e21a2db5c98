import type { ChannelSignal } from './bot/channel-level.ts';
import type { SignalView } from './bot/describe-signals.ts';
import type { FailingDevice } from './bot/error-notices.ts';
import type { DeviceDirectory } from './devices/device-directory.ts';
import type { DeviceStates } from './devices/device-states.ts';
import { type KnownDevice, labelOf } from './devices/known-device.ts';
import type { Actor } from './platform/actor.ts';

/** Reads the list of everybody's devices. */
const EVERYBODY: Actor = { id: 0, username: '', role: 'admin' };

/** What the bot sees of devices and their states: it knows neither room. */
export function createBotViews({ directory, states }: { directory: DeviceDirectory; states: DeviceStates }) {
  const toView = (device: KnownDevice): SignalView => {
    const { status, updatedAt, error, errorReason } = states.of(device.id);
    return {
      label: labelOf(device),
      status,
      updatedAt,
      error: error ? (errorReason ?? 'motivo non noto') : null,
      stale: states.isStale(device.id),
      pending: states.pendingOf(device.id),
    };
  };
  const toChannelSignal = (device: KnownDevice): ChannelSignal => {
    const { status, error } = states.of(device.id);
    const heard = states.isHeard(device.id) && !states.isStale(device.id);
    return {
      place: device.name,
      status,
      standing: error ? 'failed' : heard ? 'confirmed' : 'unheard',
      pending: states.pendingOf(device.id) !== null,
    };
  };

  return {
    /** The signals that the actor may see, by name. */
    signalsFor: (actor: Actor) => directory.list(actor, 'semaforo').map(toView),
    /** The signals whose owner the user is, admin or not. */
    ownSignalsOf: (userId: number) =>
      directory.list({ id: userId, username: '', role: 'user' }, 'semaforo').map(toChannelSignal),
    findDevice: (id: number): FailingDevice | undefined => {
      const device = directory.findById(id);
      if (!device) return undefined;
      const { error, errorReason, updatedAt } = states.of(id);
      return {
        id,
        label: labelOf(device),
        ownerId: device.ownerId,
        inError: error,
        reason: errorReason,
        reportedAt: updatedAt,
      };
    },
    failingIds: () =>
      directory
        .list(EVERYBODY)
        .map(({ id }) => id)
        .filter((id) => states.of(id).error),
  };
}
