import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { viewStateOf } from '../../lamps/view-state.ts';

/** '8 lanterne, 3 accese': by what they last said; one in error does not count as lit. */
export function lanternsInWords(lanterns: readonly DeviceStatusRecord[]): string {
  const lit = lanterns.filter((lantern) => {
    const { kind, shown } = viewStateOf(lantern, true);
    return kind !== 'error' && shown === 'acceso';
  }).length;
  return `${lanterns.length} ${lanterns.length === 1 ? 'lanterna' : 'lanterne'}, ${lit} ${lit === 1 ? 'accesa' : 'accese'}`;
}
