import { isDeepStrictEqual } from 'node:util';
import { isOfSilence } from '@semaforo/contract/domain/device/device-errors';
import {
  type DeviceState,
  type Moment,
  type Problem,
  UNKNOWN_DEVICE,
} from '@semaforo/contract/domain/device/device-state';
import { isDeviceOutOfSync, pendingOf } from '@semaforo/contract/domain/device/device-view';
import { reassertionDueAt } from '@semaforo/contract/domain/device/reassertion';
import {
  type DeviceEvent,
  type DeviceReport,
  reportOf,
  restored,
  stepDevice,
  wakeAt,
} from '@semaforo/contract/domain/device/step-device';
import type { UsualPowers } from '@semaforo/contract/domain/lamp-fault';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { Maintenance } from '@semaforo/contract/domain/maintenance';
import type { GroupCommit } from '../database/group-commit.ts';
import type { KeptErrorKind } from '../database/schema/device-past.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { AT_ONCE } from '../platform/run-in-chunks.ts';
import { createDeviceConditionReader, type DeviceConditionReader } from './device-condition.ts';
import { createDeviceStateLog, type DeviceStateLog } from './device-state-log.ts';
import type { StoredState } from './device-states.repository.ts';
import { isSameDevice, type KnownDevice, stillThere } from './known-device.ts';
import { createLinkSession } from './link-session.ts';
import type { PastLog } from './past/past-log.ts';
import { createWakeWheel } from './wake-wheel.ts';

type Follower = (deviceId: number | 'all') => void;

/** The one owner of device states. It gets every change first; all others read from it. */
export type DeviceStates = DeviceConditionReader & {
  /** The stored states, and since when and why those are in error or out of sync, or in maintenance, that are. */
  load: (
    stored: readonly StoredState[],
    open?: Record<KeptErrorKind, ReadonlyMap<number, Problem>> & {
      maintenance: ReadonlyMap<number, Maintenance>;
      powers: ReadonlyMap<number, UsualPowers>;
    },
  ) => void;
  /** Takes in a message of the device. Returns what it means; undefined when it means nothing. */
  record: (device: KnownDevice, message: DeviceMessage) => DeviceReport['kind'] | undefined;
  /** What happens to a device otherwise, which is announced; not of one that is gone or has become another. */
  apply: (device: KnownDevice, event: Exclude<DeviceEvent, { kind: 'said' | 'tick' }>) => void;
  /** Takes what is stored for all maintenances that there are, and announces what differs. */
  replaceMaintenances: (stored: ReadonlyMap<number, Maintenance>) => void;
  /** Another number after each maintenance that was set or ended here. */
  maintenanceVersion: () => number;
  /** Since when messages arrive (epoch ms), or null while they cannot. */
  setListening: (since: number | null) => void;
  /**
   * Of a device that was changed, called once the directory says so: one that has become another was never heard, and
   * what one Comune desired is no business of the next.
   */
  deviceChanged: (before: KnownDevice, after: KnownDevice) => void;
  /** Of a device that is gone or has become another, called once the directory says so. */
  forget: (deviceId: number) => void;
  /** Lets time pass for some of the devices that it changes; called now and then, and again while it returns true. */
  wake: () => boolean;
  /** The devices that are to be commanded again what they do not hold (docs/rules.md#reassertion). */
  listToReassert: () => KnownDevice[];
  /** The devices that report something else than what is desired of them, where that is stored. */
  listOutOfSync: () => number[];
  /** The devices with a command under way on another server, as far as is known here. */
  listPendingOnPeers: () => number[];
  /** True once the device is stored as it is here. */
  isStored: DeviceStateLog['isStored'];
  /** Calls back with each device whose state changed, or 'all' when something did on which all states depend. */
  follow: (follower: Follower) => void;
};

export function createDeviceStates(deps: {
  commit: Pick<GroupCommit, 'join' | 'request'>;
  findDevice: (id: number) => KnownDevice | undefined;
  /** Every change that no message of the device brought: an error that the server found, a pending command. */
  changes: EventChannel<KnownDevice>;
  /** What this server took over from others. */
  adopted?: EventChannel<KnownDevice> | undefined;
  /** Devices that are another server's matter now: it stored what is true of them. */
  yielded?: Pick<EventChannel<KnownDevice>, 'publish'> | undefined;
  /** Called with each device of which other servers should know more than it reports itself. */
  publishChange?: (deviceId: number) => void;
  /** What is remembered of each change; without it nothing is. */
  past?: PastLog | undefined;
  /** Zero: silence means nothing. */
  silenceMs: number;
  clock: Clock;
  /** Silence is measured by it: setting the time of day makes no device silent. */
  monotonicClock: MonotonicClock;
}): DeviceStates {
  const { clock, monotonicClock, silenceMs, findDevice } = deps;
  const states = new Map<number, DeviceState>();
  const followers: Follower[] = [];
  const wheel = createWakeWheel();
  const session = createLinkSession(monotonicClock);
  /** The devices of which that is to be found without a look at all. */
  const inMaintenance = new Set<number>();
  const pendingOnPeer = new Set<number>();
  const toReassert = new Set<number>();
  let maintenanceVersion = 0;

  const of = (deviceId: number) => states.get(deviceId) ?? UNKNOWN_DEVICE;
  const moment = (): Moment => ({
    now: clock.now(),
    elapsed: monotonicClock.elapsedMs(),
    link: session.link(),
    silenceMs,
  });
  const emit = (changed: number | 'all') => {
    for (const follower of followers) follower(changed);
  };
  const log = createDeviceStateLog({ ...deps, stateOf: of });
  const keep = (deviceId: number, state: DeviceState, at: Moment) => {
    const former = of(deviceId);
    states.set(deviceId, state);
    wheel.wakeAt(deviceId, wakeAt(state, at));
    if (state.maintenance !== former.maintenance)
      setMember(inMaintenance, deviceId, state.maintenance !== null);
    if (state.pendingOnPeer !== former.pendingOnPeer)
      setMember(pendingOnPeer, deviceId, state.pendingOnPeer !== null);
    if (state.pending !== former.pending) deps.publishChange?.(deviceId);
  };
  /** What is remembered of a change, and who is told of it. */
  const noteChange = (device: KnownDevice, former: DeviceState, state: DeviceState) => {
    const { id } = device;
    deps.past?.changed(device, former, state);
    noteProblem(id, 'error', former.errorProblem, state.errorProblem);
    noteProblem(id, 'out_of_sync', former.outOfSyncProblem, state.outOfSyncProblem);
    const desiredChanged =
      former.desired !== state.desired ||
      former.desiredVersion !== state.desiredVersion ||
      former.reasserted !== state.reasserted;
    const errorReported = former.error !== state.error || former.errorReason !== state.errorReason;
    const lampsReported = former.lamps !== state.lamps;
    const isMeasured =
      former.receivedAt !== state.receivedAt || former.metricsUpdatedAt !== state.metricsUpdatedAt;
    if (desiredChanged || errorReported || lampsReported || isMeasured)
      log.changed(id, { desiredChanged, errorReported, lampsReported });
    if (desiredChanged || errorReported) deps.publishChange?.(id);
  };
  const noteProblem = (id: number, kind: KeptErrorKind, former: Problem | null, now: Problem | null) => {
    if (former?.at !== now?.at || former?.reason !== now?.reason) deps.past?.errorChanged(id, kind, now);
  };
  const apply: DeviceStates['apply'] = (known, event) => {
    const device = stillThere(known, findDevice);
    if (!device) return;
    const at = moment();
    const former = of(device.id);
    const state = stepDevice(former, event, at);
    if (state === former) return;
    keep(device.id, state, at);
    if (event.kind === 'maintained') maintenanceVersion += 1;
    // What other servers have found out, or found it to be theirs, they have stored already.
    const isFromPeers = event.kind === 'peer-state' || event.kind === 'peer-report';
    if (event.kind === 'ownership-lost') log.leaveDesired(device.id);
    else if (!isFromPeers) noteChange(device, former, state);
    emit(device.id);
    if (isFromPeers) deps.adopted?.publish(device);
    else deps.changes.publish(device);
    if (event.kind === 'ownership-lost') deps.yielded?.publish(device);
  };
  const tick = (deviceId: number, at: Moment) => {
    const device = findDevice(deviceId);
    if (!device) return;
    const former = of(deviceId);
    const state = stepDevice(former, { kind: 'tick' }, at);
    keep(deviceId, state, at);
    const dueAt = reassertionDueAt(state);
    if (dueAt !== null && dueAt <= at.now) toReassert.add(deviceId);
    if (state === former) return;
    noteChange(device, former, state);
    emit(deviceId);
    if (isSeenOtherwise(former, state)) deps.changes.publish(device);
  };
  const forget = (deviceId: number) => {
    const { desired, desiredVersion } = of(deviceId);
    states.delete(deviceId);
    // What was desired of what it was is not to be stored after this.
    if (findDevice(deviceId) && desiredVersion > 0)
      states.set(deviceId, { ...UNKNOWN_DEVICE, desiredVersion });
    wheel.forget(deviceId);
    for (const members of [inMaintenance, pendingOnPeer, toReassert]) members.delete(deviceId);
    emit(deviceId);
    // A write that is under way may bring back the state that was deleted with the former device. The next write
    // corrects that.
    log.changed(deviceId, { desiredChanged: desired !== null, errorReported: true, lampsReported: true });
  };

  return {
    ...createDeviceConditionReader({ of, link: session.link, clock }),
    load: (stored, open) => {
      const at = moment();
      const known = new Map(stored.map(({ deviceId, state }) => [deviceId, state]));
      for (const deviceId of new Set([...known.keys(), ...(open?.maintenance.keys() ?? [])])) {
        const error = open?.error.get(deviceId);
        const outOfSync = open?.out_of_sync.get(deviceId);
        const problems = {
          errorProblem: error ? { ...error, cause: null } : null,
          outOfSyncProblem: outOfSync ? { ...outOfSync, desiredSince: null } : null,
          maintenance: open?.maintenance.get(deviceId) ?? null,
          usualPower: open?.powers.get(deviceId) ?? {},
        };
        keep(deviceId, restored(known.get(deviceId) ?? UNKNOWN_DEVICE, problems, at), at);
      }
      emit('all');
    },
    record: (device, message) => {
      const word = reportOf({ type: device.type, key: device.topic }, message);
      if (word === undefined) return undefined;
      const { retained, queued } = message;
      const at = moment();
      const former = of(device.id);
      const state = stepDevice(former, { kind: 'said', word, retained, queued }, at);
      if (state === former) return word.kind;
      keep(device.id, state, at);
      noteChange(device, former, state);
      emit(device.id);
      const wasSilent = former.quiet !== null && state.quiet === null;
      const isMeasured = former.measures !== state.measures || former.lampFaults !== state.lampFaults;
      if (wasSilent || isMeasured || (isOfSilence(former.errorReason) && !state.error))
        deps.changes.publish(device);
      return word.kind;
    },
    apply,
    replaceMaintenances: (stored) => {
      const now = clock.now();
      for (const deviceId of new Set([...inMaintenance, ...stored.keys()])) {
        const device = findDevice(deviceId);
        const maintenance = stored.get(deviceId) ?? null;
        const isOver = maintenance !== null && maintenance.until <= now;
        const isSame = isDeepStrictEqual(of(deviceId).maintenance, maintenance);
        if (device && !isOver && !isSame) apply(device, { kind: 'maintained', maintenance });
      }
    },
    maintenanceVersion: () => maintenanceVersion,
    setListening: (since) => {
      if (since === null) session.end();
      else session.begin();
      const at = moment();
      // One that was silent may fall silent again, though it was not heard.
      for (const [deviceId, state] of states)
        if (state.quiet !== null) wheel.wakeAt(deviceId, wakeAt(state, at));
      emit('all');
    },
    deviceChanged: (before, after) => {
      if (!isSameDevice(before, after)) forget(before.id);
      else if (before.ownerId !== after.ownerId) apply(after, { kind: 'handed-over' });
    },
    forget,
    wake: () => {
      const at = moment();
      const due = wheel.take(at.elapsed, AT_ONCE);
      for (const deviceId of due) tick(deviceId, at);
      return due.length === AT_ONCE;
    },
    listToReassert: () => {
      const now = clock.now();
      for (const deviceId of toReassert) {
        const dueAt = reassertionDueAt(of(deviceId));
        if (dueAt === null || dueAt > now) toReassert.delete(deviceId);
      }
      return [...toReassert].flatMap((deviceId) => findDevice(deviceId) ?? []);
    },
    listOutOfSync: () => {
      const found: number[] = [];
      for (const [deviceId, state] of states)
        if (isDeviceOutOfSync(state) && log.isDesiredStored(deviceId)) found.push(deviceId);
      return found;
    },
    listPendingOnPeers: () => [...pendingOnPeer],
    isStored: log.isStored,
    follow: (follower) => void followers.push(follower),
  };
}

/** True when a page shows them otherwise. */
function isSeenOtherwise(former: DeviceState, state: DeviceState): boolean {
  return (
    former.error !== state.error ||
    former.errorReason !== state.errorReason ||
    former.quiet !== state.quiet ||
    former.lampFaults !== state.lampFaults ||
    former.maintenance !== state.maintenance ||
    former.reasserted !== state.reasserted ||
    pendingOf(former) !== pendingOf(state)
  );
}

function setMember(members: Set<number>, deviceId: number, isMember: boolean): void {
  if (isMember) members.add(deviceId);
  else members.delete(deviceId);
}
