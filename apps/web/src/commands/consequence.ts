import type { Alert } from '@semaforo/contract/api/alerts';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { counted } from '@semaforo/contract/domain/italian';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { SIGNAL_STATUSES, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import { confirmedStatusOf, shownStateOf } from '../lamps/shown-state.ts';
import { loweredBy } from './lowering/lowered-by.ts';

/** What a press on a color does, in words, before it is pressed. */
export type Consequence = {
  /** '12 da arancio a rosso', 'nessun cambio', '10 da arancio, 1 da rosso, 1 non raggiungibile'. */
  words: string;
  detail: string | null;
  /** What a second press confirms, because the color lowers an alert in course; null for one press. */
  overrides: string | null;
};

/** The consequence of a color on some signals, by what they show now. */
export function consequenceOf(
  color: SignalColor,
  signals: readonly DeviceStatusRecord[],
  alerts: readonly Alert[],
): Consequence {
  const words = describeChange(color, signals);
  const alert = alertOn(signals, alerts);
  const lowered = loweredBy(
    alerts,
    signals.map(({ id }) => ({ deviceId: id, value: color })),
  );
  if (lowered) {
    const until = romeWallTime(Date.parse(lowered.alert.to)).time.slice(0, 5);
    return {
      words,
      detail: 'abbassa durante l’allerta: serve una seconda pressione',
      overrides: `${words}: scavalca l’allerta fino alle ${until}`,
    };
  }
  const raises = alert !== undefined && gravityOf(color) > gravityOf(alert.color);
  return { words, detail: raises ? 'alza sopra l’allerta' : repeats(color, signals), overrides: null };
}

/** The gravest real alert in course on any of the signals. */
export function alertOn(
  signals: readonly Pick<DeviceStatusRecord, 'id'>[],
  alerts: readonly Alert[],
): Alert | undefined {
  const ids = new Set(signals.map(({ id }) => id));
  return alerts
    .filter(
      ({ state, drill, devices }) => state === 'in corso' && !drill && devices.some((id) => ids.has(id)),
    )
    .sort((one, other) => gravityOf(other.color) - gravityOf(one.color))[0];
}

function describeChange(color: SignalColor, signals: readonly DeviceStatusRecord[]): string {
  const { from, unknown } = countShown(signals);
  const already = from.get(color) ?? 0;
  if (signals.length > 0 && already === signals.length) return 'nessun cambio';
  const changing = SIGNAL_STATUSES.flatMap((status) => {
    const count = status === color ? 0 : (from.get(status) ?? 0);
    return count === 0 ? [] : { count, status };
  }).toReversed();
  const [only] = changing;
  const parts =
    changing.length === 1 && only
      ? [`${only.count} da ${only.status} a ${color}`]
      : changing.map(({ count, status }) => `${count} da ${status}`);
  if (already > 0) parts.push(`${already} già ${color}`);
  if (unknown > 0) parts.push(counted(unknown, ['non raggiungibile', 'non raggiungibili']));
  return parts.join(', ');
}

function repeats(color: SignalColor, signals: readonly DeviceStatusRecord[]): string | null {
  const already = countShown(signals).from.get(color) ?? 0;
  if (already === 0 || already < signals.length) return null;
  return `${already === 1 ? `è già ${color}` : `${already} sono già ${color}`}: il comando si ripete`;
}

function countShown(signals: readonly DeviceStatusRecord[]): {
  from: ReadonlyMap<DeviceStatus, number>;
  unknown: number;
} {
  const from = new Map<DeviceStatus, number>();
  let unknown = 0;
  for (const signal of signals) {
    // Commands are given while the link is up.
    const shown = confirmedStatusOf(shownStateOf(signal, true));
    if (shown === null) unknown += 1;
    else from.set(shown, (from.get(shown) ?? 0) + 1);
  }
  return { from, unknown };
}
