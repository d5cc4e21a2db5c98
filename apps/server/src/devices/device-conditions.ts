import type { DeviceAlarm } from '@semaforo/contract/domain/alarm-rules';
import { labelOf } from '@semaforo/contract/domain/label';
import { severalLitReason } from '@semaforo/contract/domain/lamps';
import type { Clock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import { OFFLINE } from './apply-device-message.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';
import { createReboots } from './reboots.ts';
import { silentFor } from './silence-watch.ts';

/** What is wrong with a device just now. */
export type DeviceCondition = {
  id: number;
  ownerId: number | null;
  name: string;
  kind: DeviceAlarm;
  /** In Italian; null where the kind says it all. */
  detail: string | null;
};

/** Zero for `lowSupplyV` and `rebootsPerHour`: never. */
export type DeviceThresholds = { lowSupplyV: number; hotC: number; rebootsPerHour: number };

/** Looks through all devices, a slice in each turn, and lists all that is wrong. To be called again and again. */
export function createReadConditions(options: {
  directory: Pick<DeviceDirectory, 'listAll'>;
  states: Pick<DeviceStates, 'of' | 'errorOf' | 'differs' | 'pendingOf'>;
  thresholds: DeviceThresholds;
  silenceMs: number;
  clock: Clock;
}): () => Promise<DeviceCondition[]> {
  const { directory, states, thresholds, clock } = options;
  const reboots = createReboots();
  const silent = silentFor(options.silenceMs);

  const ofErrors = ({ id }: KnownDevice): [DeviceAlarm, string | null][] => {
    const severalLit = states.pendingOf(id) === null ? severalLitReason(states.of(id).lamps) : null;
    if (severalLit !== null) return [['più lampade', severalLit]];
    const reason = states.errorOf(id);
    if (reason === null) return states.differs(id) ? [['diverso', null]] : [];
    if (reason === OFFLINE) return [['non in linea', null]];
    return reason === silent ? [['silenzioso', reason]] : [['muto', reason]];
  };
  const ofMeasures = ({ id }: KnownDevice): [DeviceAlarm, string | null][] => {
    const { temp, vcc, uptime, uptimeAt, heardIn } = states.of(id);
    const { lowSupplyV, hotC, rebootsPerHour } = thresholds;
    const said = uptime === null ? null : { uptime, saidAt: uptimeAt, session: heardIn };
    const times = reboots.note(id, said, clock.now());
    return [
      ...(vcc !== null && lowSupplyV > 0 && vcc < lowSupplyV
        ? [['alimentazione bassa', `${italian(vcc)} V`] as [DeviceAlarm, string]]
        : []),
      ...(temp !== null && temp > hotC ? [['caldo', `${italian(temp)} °C`] as [DeviceAlarm, string]] : []),
      ...(rebootsPerHour > 0 && times >= rebootsPerHour
        ? [['riavvii', `${times} riavvii nell’ultima ora`] as [DeviceAlarm, string]]
        : []),
    ];
  };

  return async () => {
    const found: DeviceCondition[] = [];
    await inSlices(directory.listAll(), (some) => {
      for (const device of some) {
        for (const [kind, detail] of [...ofErrors(device), ...ofMeasures(device)]) {
          found.push({ id: device.id, ownerId: device.ownerId, name: labelOf(device), kind, detail });
        }
      }
    });
    return found;
  };
}

function italian(value: number): string {
  return value.toLocaleString('it-IT', { maximumFractionDigits: 1 });
}
