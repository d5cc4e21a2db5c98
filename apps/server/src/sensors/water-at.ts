import type { Gauges } from './gauges.ts';

/** A level that was measured longer ago is no level of now. */
const COUNTS_FOR_MS = 10 * 60_000;

/**
 * How high the water stands at a signal (whole cm) and when that was measured (epoch ms), by the gauge whose site it is
 * in; `level` null while that is not known, null where there is no such gauge.
 */
export function waterAt(
  signalId: number,
  { gauges, now }: { gauges: Pick<Gauges, 'of' | 'gaugeAt'>; now: number },
): { level: number; at: number } | { level: null } | null {
  const gauge = gauges.gaugeAt(signalId);
  if (gauge === undefined) return null;
  const { level, silentSince } = gauges.of(gauge).state;
  const isOfNow = level !== null && silentSince === null && Math.abs(now - level.at) < COUNTS_FOR_MS;
  return isOfNow ? { level: Math.round(level.value), at: level.at } : { level: null };
}
