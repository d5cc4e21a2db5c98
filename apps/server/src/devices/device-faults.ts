import type { DeviceAlarm } from '@semaforo/contract/domain/alarm-rules';
import { describeMismatch } from '@semaforo/contract/domain/describe-out-of-sync';
import { OFFLINE, silentFor } from '@semaforo/contract/domain/device/device-errors';
import { isMilderThanDesired, MOST_REASSERTIONS } from '@semaforo/contract/domain/device/reassertion';
import { decimal } from '@semaforo/contract/domain/italian';
import { labelOf } from '@semaforo/contract/domain/label';
import { type LampFault, lampFaultReason } from '@semaforo/contract/domain/lamp-fault';
import { describeShown, type LampColor, severalLitReason, shownBy } from '@semaforo/contract/domain/lamps';
import type { Clock } from '../platform/clock.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import { hasLamps, type KnownDevice } from './known-device.ts';
import { createReboots } from './reboots.ts';

/** What is wrong with a device just now. */
export type DeviceFault = {
  id: number;
  ownerId: number | null;
  name: string;
  kind: DeviceAlarm;
  /** In Italian; null where the kind says it all. */
  detail: string | null;
};

const LAMP_ALARMS: Record<LampFault, DeviceAlarm> = {
  burnt: 'lampada spenta',
  leaking: 'accesa senza comando',
  weak: 'lampada debole',
};

/** Zero for `lowSupplyV` and `rebootsPerHour`: never. */
export type DeviceThresholds = { lowSupplyV: number; hotC: number; rebootsPerHour: number };

/**
 * Lists all that is wrong. To be called again and again: it looks at the devices that changed since the last time and
 * at those that were wrong then, a slice in each turn.
 */
export function createReadFaults(options: {
  directory: Pick<DeviceDirectory, 'listAll' | 'findById'>;
  states: Pick<DeviceStates, 'of' | 'errorOf' | 'isOutOfSync' | 'maintenanceOf' | 'pendingOf' | 'follow'>;
  thresholds: DeviceThresholds;
  silenceMs: number;
  clock: Clock;
}): () => Promise<DeviceFault[]> {
  const { directory, states, thresholds, clock } = options;
  const reboots = createReboots();
  const silent = silentFor(options.silenceMs);

  /** What was commanded again as often as it is, in vain. */
  const holdsNot = (id: number) => {
    const { desired, lamps, reasserted } = states.of(id);
    const shown = shownBy(lamps);
    const isTried = (reasserted ?? 0) >= MOST_REASSERTIONS;
    return isTried && desired !== null && shown !== null && isMilderThanDesired(desired.value, shown);
  };
  const ofMismatch = (id: number): [DeviceAlarm, string | null][] => {
    const { desired, lamps } = states.of(id);
    const reports = describeShown(lamps);
    if (!states.isOutOfSync(id) || desired === null || reports === null) return [];
    return [[holdsNot(id) ? 'non tiene' : 'diverso', describeMismatch(reports, desired)]];
  };
  const lampDetail = (id: number, fault: LampFault) => {
    const { lampFaults, measures, usualPower } = states.of(id);
    const colors = (Object.keys(lampFaults) as LampColor[]).filter((color) => lampFaults[color] === fault);
    return colors
      .map((color) => {
        const power = measures[color]?.power ?? null;
        const usual = usualPower[color]?.on ?? null;
        const now = power === null ? '' : `, ${decimal(power)} W`;
        return `${color}${now}${usual === null ? '' : `, di solito ${decimal(usual)}`}`;
      })
      .join('; ');
  };
  const ofLamps = (id: number): [DeviceAlarm, string | null][] => {
    const faults = states.pendingOf(id) === null ? Object.values(states.of(id).lampFaults) : [];
    return [...new Set(faults)].map((fault) => [LAMP_ALARMS[fault], lampDetail(id, fault)]);
  };
  const ofErrors = (device: KnownDevice): [DeviceAlarm, string | null][] => {
    const { id } = device;
    const severalLit = states.pendingOf(id) === null ? severalLitReason(states.of(id).lamps) : null;
    if (severalLit !== null) return [['più lampade', severalLit]];
    const reason = states.errorOf(id);
    // A lamp that fails is in the list already; beside it the device may show something else than is desired.
    if (reason === null || reason === lampFaultReason(states.of(id).lampFaults)) return ofMismatch(id);
    if (reason === OFFLINE) return [['non in linea', null]];
    // The silence of a gauge is an alarm of its own, by its own rule.
    if (reason === silent) return hasLamps(device) ? [['silenzioso', reason]] : [];
    return [['muto', reason]];
  };
  const ofMeasures = ({ id }: KnownDevice): [DeviceAlarm, string | null][] => {
    const { temp, vcc, uptime, uptimeAt, uptimeIn } = states.of(id);
    const { lowSupplyV, hotC, rebootsPerHour } = thresholds;
    const reported = uptime === null ? null : { uptime, reportedAt: uptimeAt, session: uptimeIn };
    const times = reboots.note(id, reported, clock.now());
    return [
      ...(vcc !== null && lowSupplyV > 0 && vcc < lowSupplyV
        ? [['alimentazione bassa', `${decimal(vcc)} V`] as [DeviceAlarm, string]]
        : []),
      ...(temp !== null && temp > hotC ? [['caldo', `${decimal(temp)} °C`] as [DeviceAlarm, string]] : []),
      ...(rebootsPerHour > 0 && times >= rebootsPerHour
        ? [['riavvii', `${times} riavvii nell’ultima ora`] as [DeviceAlarm, string]]
        : []),
    ];
  };

  const ofDevice = (device: KnownDevice): DeviceFault[] => {
    if (states.maintenanceOf(device.id) !== null) return [];
    return [...ofLamps(device.id), ...ofErrors(device), ...ofMeasures(device)].map(([kind, detail]) => ({
      ...{ id: device.id, ownerId: device.ownerId, name: labelOf(device), kind, detail },
    }));
  };
  let toLookAt = new Set<number | 'all'>(['all']);
  states.follow((changed) => toLookAt.add(changed));

  return async () => {
    const devices = toLookAt.has('all')
      ? directory.listAll()
      : [...toLookAt].flatMap((id) => (id === 'all' ? [] : (directory.findById(id) ?? [])));
    toLookAt = new Set();
    const found: DeviceFault[] = [];
    await runInChunks(devices, (some) => {
      for (const device of some) {
        const wrong = ofDevice(device);
        if (wrong.length > 0) toLookAt.add(device.id);
        for (const one of wrong) found.push(one);
      }
    });
    return found;
  };
}
