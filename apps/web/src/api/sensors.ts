import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The gauges that the user sees. */
export const sensorsQuery = queryOptions({
  queryKey: queryKeys.sensors,
  queryFn: ({ signal }) => callRoute('listSensors', { signal }),
});

/** Whether level or float of a gauge are those of now: not of a silent one, and of none while the link is cut. */
export function isLevelKnown(
  { level, float, silent_since: silentSince }: SensorRecord,
  linkUp: boolean,
): boolean {
  return linkUp && silentSince === null && (level !== null || float !== null);
}
