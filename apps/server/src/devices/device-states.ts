import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { counted } from '@semaforo/contract/domain/italian';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import {
  applyDeviceMessage,
  type DeviceState,
  failed,
  type Heard,
  UNKNOWN_STATE,
} from './apply-device-message.ts';
import { isSameDevice, type KnownDevice } from './known-device.ts';
import { createSilenceWatch } from './silence-watch.ts';

const WRITE_DELAY_MS = 200;

export type StoredState = { deviceId: number; state: DeviceState };

/**
 * The one owner of device states. It gets every change first; all others read from it. It stores what changed in
 * groups, a little later.
 */
export type DeviceStates = {
  load: (stored: readonly StoredState[]) => void;
  /** The state of a device, or that of one never heard. */
  of: (deviceId: number) => DeviceState;
  /** Takes in a message of the device; undefined when it means nothing. */
  record: (device: KnownDevice, message: DeviceMessage) => Heard | undefined;
  /** Sets the error flag for a reason in Italian. */
  fail: (device: KnownDevice, reason: string) => void;
  /** The status that was commanded and is not yet confirmed; null for none. */
  setPending: (device: KnownDevice, status: DeviceStatus | null) => void;
  pendingOf: (deviceId: number) => DeviceStatus | null;
  /** True when an output was reported live since the server (re)joined the broker. */
  isHeard: (deviceId: number) => boolean;
  /** True when the shown status was not heard since the server (re)joined the broker: it is only the last known. */
  isStale: (deviceId: number) => boolean;
  /** Since when messages arrive (epoch ms), or null while they cannot. */
  setListening: (since: number | null) => void;
  /** Of a device that is gone or has become another, called once the directory says so. */
  forget: (deviceId: number) => void;
  /** Grows with every change of anything above. */
  version: () => number;
  /** Flags the devices that fell silent; called now and then. */
  checkSilence: () => void;
  stop: () => Promise<void>;
};

export function createDeviceStates(options: {
  /** Stores states, the newest per device. */
  save: (states: readonly StoredState[]) => Promise<void>;
  findDevice: (id: number) => KnownDevice | undefined;
  /** Every change that no message of the device brought: an error that the server found, a pending command. */
  changes: EventChannel<KnownDevice>;
  /** Zero: silence is no error. */
  silenceMs: number;
  clock: Clock;
  /** Silence is measured by it: setting the time of day makes no device silent. */
  monotonicClock: MonotonicClock;
  logger: Logger;
}): DeviceStates {
  const { clock, monotonicClock, changes } = options;
  const states = new Map<number, DeviceState>();
  const pending = new Map<number, DeviceStatus>();
  const unsaved = new Set<number>();
  const silence = createSilenceWatch(options.silenceMs);
  let listeningSince: number | null = null;
  let listeningFromMs = 0;
  /** Counts the times that messages began to arrive: unlike times, numbers of sessions never step back. */
  let session = 0;
  let version = 0;

  const of = (deviceId: number) => states.get(deviceId) ?? UNKNOWN_STATE;

  const writing = createDebouncedJob({
    name: 'device-states',
    delayMs: WRITE_DELAY_MS,
    logger: options.logger,
    work: async () => {
      const ids = [...unsaved].filter((id) => options.findDevice(id));
      unsaved.clear();
      if (ids.length === 0) return;
      try {
        await options.save(ids.map((deviceId) => ({ deviceId, state: of(deviceId) })));
      } catch (error) {
        for (const id of ids) unsaved.add(id);
        throw error;
      }
    },
  });

  const set = (deviceId: number, state: DeviceState) => {
    states.set(deviceId, state);
    version += 1;
    unsaved.add(deviceId);
    writing.request();
  };

  /** The device as it is now, or undefined when it is gone or has become another since. */
  const stillThere = (known: KnownDevice) => {
    const device = options.findDevice(known.id);
    return device && isSameDevice(device, known) ? device : undefined;
  };
  const fail = (known: KnownDevice, reason: string) => {
    const device = stillThere(known);
    if (!device) return;
    set(device.id, failed(of(device.id), reason));
    changes.publish(device);
  };

  return {
    load: (stored) => {
      for (const { deviceId, state } of stored) states.set(deviceId, state);
      for (const { deviceId, state } of stored) if (state.heardAt !== null) silence.heard(deviceId, 0);
    },
    of,
    record: (device, message) => {
      const now = clock.now();
      const heard = applyDeviceMessage(device, of(device.id), { message, now, session });
      if (!heard) return undefined;
      set(device.id, heard.state);
      if (heard.state.heardAt === now) silence.heard(device.id, monotonicClock.elapsedMs());
      return heard;
    },
    fail,
    setPending: (known, status) => {
      const device = stillThere(known);
      if (!device) return;
      if (status === null) pending.delete(device.id);
      else pending.set(device.id, status);
      version += 1;
      changes.publish(device);
    },
    pendingOf: (deviceId) => pending.get(deviceId) ?? null,
    isHeard: (deviceId) => listeningSince !== null && of(deviceId).reportedIn === session,
    isStale: (deviceId) => {
      const { status, reportedIn } = of(deviceId);
      return status !== null && (listeningSince === null || reportedIn !== session);
    },
    setListening: (since) => {
      listeningSince = since;
      listeningFromMs = monotonicClock.elapsedMs();
      if (since !== null) session += 1;
      version += 1;
    },
    version: () => version,
    forget: (deviceId) => {
      version += 1;
      states.delete(deviceId);
      pending.delete(deviceId);
      silence.forget(deviceId);
      // A write that is under way may bring back the state that was deleted with the former device. The next write
      // corrects that.
      unsaved.add(deviceId);
      writing.request();
    },
    checkSilence: () => {
      if (listeningSince === null) return;
      for (const deviceId of silence.takeSilent({ nowMs: monotonicClock.elapsedMs(), listeningFromMs })) {
        const device = options.findDevice(deviceId);
        const minutes = Math.round(options.silenceMs / 60_000);
        if (device) fail(device, `Dispositivo silenzioso da ${counted(minutes, ['minuto', 'minuti'])}`);
      }
    },
    stop: () => writing.stop(),
  };
}
