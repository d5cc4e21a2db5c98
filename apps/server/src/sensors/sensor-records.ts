import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { askedColor } from '@semaforo/contract/domain/sensors/step-gauge';
import { risePerMinute } from '@semaforo/contract/domain/sensors/take-readings';
import { isoTime } from '../platform/clock.ts';
import type { Gauges } from './gauges.ts';
import type { Gauge } from './known-gauge.ts';

/** A gauge and its site as GET /api/sensors sends it. */
export function toSensorRecord(
  gauge: Gauge,
  { state, settings, kept }: ReturnType<Gauges['of']>,
): SensorRecord {
  const { level, rain, float, fault, person } = state;
  return {
    id: gauge.id,
    topic: gauge.topic,
    name: gauge.name,
    level: level?.value ?? null,
    level_at: isoTime(level?.at ?? null),
    rain: rain?.value ?? null,
    float: float === null ? null : float.value === 1,
    rise_per_min: Math.round(risePerMinute(state) * 10) / 10,
    fault: fault?.kind ?? null,
    fault_since: isoTime(fault?.since ?? null),
    silent_since: isoTime(state.silentSince),
    asked: askedColor(state),
    person: person && { ...person, at: isoTime(person.at) },
    latitude: gauge.latitude,
    longitude: gauge.longitude,
    rule: kept && copyOf(kept.rule),
    rule_at: isoTime(kept?.at ?? null),
    rule_by: kept?.by ?? null,
    settings,
  };
}

function copyOf(
  rule: NonNullable<ReturnType<Gauges['of']>['kept']>['rule'],
): NonNullable<SensorRecord['rule']> {
  return {
    ...rule,
    thresholds: rule.thresholds.map((one) => ({ ...one })),
    device_ids: [...rule.device_ids],
  };
}
