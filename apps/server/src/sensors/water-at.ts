import type { Gauges } from './gauges.ts';

const MINUTE_MS = 60_000;
/** A level that was measured longer ago is no level of now. */
const COUNTS_FOR_MS = 10 * 60_000;

/**
 * How high the water stands at a signal (whole cm) and in which minute that was measured (epoch ms), by the gauge whose
 * site it is in; `level` null while that is not known, null where there is no such gauge. Not finer than the minute:
 * open pages read again what has changed.
 */
export function waterAt(
  signalId: number,
  { gauges, now }: { gauges: Pick<Gauges, 'of' | 'gaugeAt'>; now: number },
): { level: number; at: number } | { level: null } | null {
  const gauge = gauges.gaugeAt(signalId);
  if (gauge === undefined) return null;
  const { level, silentSince } = gauges.of(gauge).state;
  const isOfNow = level !== null && silentSince === null && Math.abs(now - level.at) < COUNTS_FOR_MS;
  if (!isOfNow) return { level: null };
  return { level: Math.round(level.value), at: Math.floor(level.at / MINUTE_MS) * MINUTE_MS };
}
