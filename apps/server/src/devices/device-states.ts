import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { litLamps, shownBy } from '@semaforo/contract/domain/lamps';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { KeptErrorKind } from '../database/schema/device-past.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import {
  applyDeviceMessage,
  type Desired,
  type DeviceState,
  failed,
  type Heard,
  NOT_HANDLED,
  OFFLINE,
  RATE_EXCEEDED,
  type StoredState,
} from './apply-device-message.ts';
import { createDeviceConditionReader, type DeviceConditionReader } from './device-condition.ts';
import {
  createDeviceStateStore,
  type DeviceStateStore,
  type DeviceStateStoreNeeds,
} from './device-state-store.ts';
import { type BegunError, createErrorTimes } from './error-times.ts';
import { isSameDevice, type KnownDevice } from './known-device.ts';
import { createLinkSession } from './link-session.ts';
import { createMaintenances, type Maintenance } from './maintenances.ts';
import { createOfflineWatch } from './offline-watch.ts';
import { createOutOfSyncTimes } from './out-of-sync-times.ts';
import { createQuietWatch } from './quiet-watch.ts';
import { isUnheard, withSaidElsewhere } from './said-elsewhere.ts';
import { createSilenceWatch, silentFor } from './silence-watch.ts';

/** The one owner of device states. It gets every change first; all others read from it. */
export type DeviceStates = DeviceConditionReader &
  Pick<
    DeviceStateStore,
    'of' | 'pendingOf' | 'follow' | 'listOutOfSync' | 'listPendingElsewhere' | 'isStored' | 'adopt'
  > & {
    /** The stored states, and since when and why those are in error or out of sync, or in maintenance, that are. */
    load: (
      stored: readonly StoredState[],
      open?: Record<KeptErrorKind, ReadonlyMap<number, BegunError>> & {
        maintenance: ReadonlyMap<number, Maintenance>;
      },
    ) => void;
    /** Whether there is anything of the device that this server has not heard in this session of its link. */
    isUnheard: (deviceId: number) => boolean;
    /** Takes over what other servers heard and stored of a device, where this one has not heard it itself. */
    adoptSaid: (device: KnownDevice, stored: StoredState['state']) => void;
    /** Since when the device is in the error that it is in (epoch ms); null when it is in none, or nobody knows. */
    errorSince: (deviceId: number) => number | null;
    /** Takes in a message of the device; undefined when it means nothing. */
    record: (device: KnownDevice, message: DeviceMessage) => Heard | undefined;
    /** Sets the error flag for a reason in Italian. */
    fail: (device: KnownDevice, reason: string) => void;
    /** A command was accepted for the device: from now on this is desired of it, and pending. */
    setDesired: (device: KnownDevice, desired: Desired) => void;
    /** A step of a lamp test, or what is desired once more, is sent: it is pending, and what is desired stays. */
    await: (device: KnownDevice, value: DeviceStatus) => void;
    /** The command is over, confirmed or not: nothing is pending any more, and what it desired stays in force. */
    settle: (device: KnownDevice) => void;
    /** How often what is desired of the device was commanded again (docs/rules.md#reassertion). */
    noteReassertions: (device: KnownDevice, reasserted: number) => void;
    /** Of the last command nothing was sent, because a person stopped it: what was desired before is so again. */
    takeBackDesired: (device: KnownDevice, former: Desired | null) => void;
    /**
     * A lamp test has the device: what it shows then means nothing. `former`: what it showed before. `isOver`: the test
     * has ended, and the device is not back at that yet; from then on it may be out of sync. Twice is like once.
     */
    beginTest: (device: KnownDevice, former: DeviceStatus, isOver?: boolean) => void;
    endTest: (device: KnownDevice) => void;
    /** What a device showed before the lamp test that has it; undefined when none has. */
    beforeTest: (deviceId: number) => DeviceStatus | undefined;
    /** True when the device is in the error of a command that failed. */
    hasErrorOfCommand: (deviceId: number) => boolean;
    /** That people work on the device now; null for none (docs/rules.md#maintenance). */
    maintenanceOf: (deviceId: number) => Maintenance | null;
    /** Begins, changes or, with null, ends the maintenance of a device, which is stored already, and announces it. */
    setMaintenance: (device: KnownDevice, maintenance: Maintenance | null) => void;
    /** Takes what is stored for all maintenances that there are, and announces what differs. */
    replaceMaintenances: (stored: ReadonlyMap<number, Maintenance>) => void;
    /** Another number after each maintenance that was set or ended here. */
    maintenanceVersion: () => number;
    /** Announces the maintenances that ended by themselves; true when there were any. */
    endMaintenances: () => boolean;
    /** What counts of a device: what it showed before a lamp test, else what it confirmed. */
    confirmedBeforeTest: (deviceId: number) => DeviceStatus | null;
    /** Another server has commanded the device since: nothing is pending here, and what was desired counts no more. */
    yieldDesired: (device: KnownDevice) => void;
    /**
     * A person accepts what the device shows: that is desired from now on, and the error that came of the difference is
     * over. Of several lit lamps none is desired more than another: then nothing is.
     */
    acceptReported: (device: KnownDevice, by: { username: string; at: number }) => void;
    /** Since when messages arrive (epoch ms), or null while they cannot. */
    setListening: (since: number | null) => void;
    /**
     * Of a device that was changed, called once the directory says so: one that has become another was never heard, and
     * what one Comune desired is no business of the next.
     */
    deviceChanged: (before: KnownDevice, after: KnownDevice) => void;
    /** Of a device that is gone or has become another, called once the directory says so. */
    forget: (deviceId: number) => void;
    /** Flags some of the devices that fell silent; called now and then, and again while it returns true. */
    checkSilence: () => boolean;
    /** Marks some of those that miss their rhythm, in the same way (docs/rules.md#silence). */
    checkQuiet: () => boolean;
    stop: () => void;
  };

type Needs = Omit<DeviceStateStoreNeeds, 'errorTimes' | 'outOfSyncTimes' | 'isInTest'> & {
  /** Devices that are another server's matter now: it stored what is true of them. */
  yielded?: Pick<EventChannel<KnownDevice>, 'publish'> | undefined;
  /** Zero: silence means nothing. */
  silenceMs: number;
  clock: Clock;
  /** Silence is measured by it: setting the time of day makes no device silent. */
  monotonicClock: MonotonicClock;
};

export function createDeviceStates(needs: Needs): DeviceStates {
  const { clock, monotonicClock } = needs;
  const errorTimes = createErrorTimes();
  const outOfSyncTimes = createOutOfSyncTimes();
  const tests = new Map<number, { former: DeviceStatus; isOver: boolean }>();
  const maintenances = createMaintenances(clock);
  const isInTest = (deviceId: number) => tests.get(deviceId)?.isOver === false;
  const store = createDeviceStateStore({ ...needs, errorTimes, outOfSyncTimes, isInTest });
  const session = createLinkSession(monotonicClock);
  const silence = createSilenceWatch(needs.silenceMs);
  const quiet = createQuietWatch();
  /** Since when the quiet devices say nothing, by the clock. */
  const silentSince = new Map<number, number>();
  const { of, pendingOf } = store;
  const condition = createDeviceConditionReader(
    { ...store, isInTest, silentSince: (deviceId) => silentSince.get(deviceId) ?? null },
    session,
  );
  const tooLongSilent = silentFor(needs.silenceMs);
  const errorsOfDevice = [OFFLINE, NOT_HANDLED, RATE_EXCEEDED, tooLongSilent];
  const isErrorOfCommand = ({ error, errorReason }: DeviceState) =>
    error && errorReason !== null && !errorsOfDevice.includes(errorReason);

  const fail = (device: KnownDevice, reason: string) =>
    store.change(device, (state) => failed(state, reason));
  const failById = (deviceId: number, reason: string) => {
    const device = needs.findDevice(deviceId);
    if (device) fail(device, reason);
  };
  const offline = createOfflineWatch((deviceId) => {
    // Its last will follows from that.
    if (of(deviceId).errorReason !== RATE_EXCEEDED) failById(deviceId, OFFLINE);
  });

  /** Any live message ends that a device is silent, and the error that came of it. */
  const spoke = (device: KnownDevice, isSameSession: boolean) => {
    const { id } = device;
    const nowMs = monotonicClock.elapsedMs();
    silence.heard(id, nowMs);
    quiet.heard(id, nowMs, isSameSession);
    const wasQuiet = silentSince.delete(id);
    if (of(id).errorReason === tooLongSilent) {
      store.change(device, (state) => ({ ...state, error: false, errorReason: null }));
    } else if (wasQuiet) store.announce(device);
  };

  const announceById = (deviceId: number) => {
    const device = needs.findDevice(deviceId);
    if (device) store.announce(device);
  };

  const record: DeviceStates['record'] = (device, message) => {
    const { id, type, topic } = device;
    const at = { now: clock.now(), session: session.number() };
    const former = of(id);
    const heard = applyDeviceMessage({ type, topic }, former, { message, ...at });
    if (!heard) return undefined;
    if (heard.kind === 'offline') {
      // What the broker kept is older than what the device has said since.
      if (!message.retained || former.heardIn !== at.session) offline.hold(id, message.retained);
      return heard;
    }
    store.set(id, heard.state);
    if (!message.retained || message.queued || heard.kind === 'online') offline.drop(id);
    if (!message.retained) spoke(device, former.heardIn === at.session);
    return heard;
  };

  const forget = (deviceId: number) => {
    tests.delete(deviceId);
    maintenances.set(deviceId, null);
    store.forget(deviceId);
    silence.forget(deviceId);
    quiet.forget(deviceId);
    silentSince.delete(deviceId);
    offline.drop(deviceId);
  };

  return {
    ...condition,
    of,
    pendingOf,
    follow: store.follow,
    listOutOfSync: store.listOutOfSync,
    listPendingElsewhere: store.listPendingElsewhere,
    isStored: store.isStored,
    adopt: store.adopt,
    isUnheard: (deviceId) => isUnheard(of(deviceId), session.number()),
    adoptSaid: (device, stored) => {
      const former = of(device.id);
      const state = withSaidElsewhere(former, stored, session.number());
      if (state !== former) store.adoptSaid(device, state);
    },
    errorSince: (deviceId) => (condition.errorOf(deviceId) === null ? null : errorTimes.of(deviceId)),
    load: (stored, open) => {
      if (open) {
        errorTimes.load(open.error);
        outOfSyncTimes.load(open.out_of_sync);
        maintenances.replaceAll(open.maintenance);
      }
      store.load(stored);
      // Here it was not listened to before: its silence begins now.
      const now = monotonicClock.elapsedMs();
      for (const { deviceId, state } of stored) if (state.heardAt !== null) silence.heard(deviceId, now);
    },
    record,
    fail,
    setDesired: (device, desired) => {
      store.setPending(device.id, desired.value);
      store.change(device, (state) => {
        const now = sameDesired(state.desired, desired);
        return now === state.desired ? state : { ...state, desired: now, reasserted: 0 };
      });
    },
    await: (device, value) => {
      store.setPending(device.id, value);
      store.announce(device);
    },
    settle: (device) => {
      store.setPending(device.id, null);
      store.announce(device);
    },
    takeBackDesired: (device, former) =>
      store.change(device, (state) => ({ ...state, desired: former, reasserted: 0 })),
    noteReassertions: (device, reasserted) => store.change(device, (state) => ({ ...state, reasserted })),
    beginTest: (device, former, isOver = false) => {
      const known = tests.get(device.id);
      if (known?.former === former && known.isOver === isOver) return;
      tests.set(device.id, { former, isOver });
      store.announce(device);
    },
    endTest: (device) => {
      if (tests.delete(device.id)) store.announce(device);
    },
    hasErrorOfCommand: (deviceId) => isErrorOfCommand(of(deviceId)),
    beforeTest: (deviceId) => tests.get(deviceId)?.former,
    confirmedBeforeTest: (deviceId) => tests.get(deviceId)?.former ?? condition.confirmedOf(deviceId),
    maintenanceOf: maintenances.of,
    setMaintenance: (device, maintenance) => {
      if (maintenances.set(device.id, maintenance)) store.announce(device);
    },
    replaceMaintenances: (stored) => maintenances.replaceAll(stored).forEach(announceById),
    maintenanceVersion: maintenances.version,
    endMaintenances: () => {
      const ended = maintenances.takeEnded();
      ended.forEach(announceById);
      return ended.length > 0;
    },
    yieldDesired: (device) => {
      store.setPending(device.id, null);
      store.leaveDesired(device);
      needs.yielded?.publish(device);
    },
    acceptReported: (device, { username: by, at: since }) =>
      store.change(device, (state) => {
        const value = litLamps(state.lamps).length > 1 ? null : shownBy(state.lamps);
        const desired: Desired | null = value && { value, since, by, source: 'command' };
        const accepted = { ...state, desired, reasserted: 0 };
        return isErrorOfCommand(state) ? { ...accepted, error: false, errorReason: null } : accepted;
      }),
    setListening: (since) => {
      if (since === null) {
        offline.dropAll();
        session.end();
      } else session.begin();
      for (const deviceId of silentSince.keys()) quiet.watchAgain(deviceId);
      silentSince.clear();
      store.allChanged();
    },
    deviceChanged: (before, after) => {
      if (!isSameDevice(before, after)) return forget(before.id);
      if (before.ownerId === after.ownerId) return;
      if (maintenances.set(after.id, null)) store.announce(after);
      if (of(after.id).desired !== null) store.change(after, (state) => ({ ...state, desired: null }));
    },
    forget,
    checkSilence: () => {
      if (!session.isOpen()) return false;
      const at = { nowMs: monotonicClock.elapsedMs(), listeningFromMs: session.sinceMs() };
      const silent = silence.takeSilent(at);
      for (const deviceId of silent) failById(deviceId, tooLongSilent);
      return silent.length > 0;
    },
    checkQuiet: () => {
      if (!session.isOpen() || needs.silenceMs === 0) return false;
      const at = { nowMs: monotonicClock.elapsedMs(), listeningFromMs: session.sinceMs() };
      const { fallen, isMore } = quiet.takeQuiet(at);
      for (const { deviceId, forMs } of fallen) {
        const device = needs.findDevice(deviceId);
        if (!device) continue;
        silentSince.set(deviceId, clock.now() - forMs);
        store.announce(device);
      }
      return isMore;
    },
    stop: offline.stop,
  };
}

/** What is known already of the same command: after a restart it is not known which kind of schedule gave it. */
function sameDesired(known: Desired | null, now: Desired): Desired {
  const isSame = known?.value === now.value && known.since === now.since && known.by === now.by;
  return isSame ? known : now;
}
