import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted } from '@semaforo/contract/domain/italian';
import { viewStateOf } from '../../lamps/view-state.ts';

/** '8 lanterne, 3 accese', by their last reports. A lantern in error does not count as lit. */
export function lanternsInWords(lanterns: readonly DeviceStatusRecord[]): string {
  const lit = lanterns.filter((lantern) => {
    const { kind, shown } = viewStateOf(lantern, true);
    return kind !== 'error' && shown === 'acceso';
  }).length;
  return `${counted(lanterns.length, ['lanterna', 'lanterne'])}, ${counted(lit, ['accesa', 'accese'])}`;
}
