import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted } from '@semaforo/contract/domain/italian';
import { confirmedStatusOf, shownStateOf } from '../../lamps/shown-state.ts';

/**
 * '8 lanterne, 3 accese, 2 non aggiornate, 1 tace'. Only a lantern that says so now counts as lit: neither one in
 * error nor one whose state is the last known.
 */
export function formatLanterns(lanterns: readonly DeviceStatusRecord[], linkUp: boolean): string {
  const states = lanterns.map((lantern) => shownStateOf(lantern, linkUp));
  const lit = states.filter((state) => confirmedStatusOf(state) === 'acceso').length;
  const stale = states.filter(({ kind }) => kind === 'stale').length;
  const silent = states.filter(({ kind }) => kind === 'silent').length;
  const parts = [
    counted(lanterns.length, ['lanterna', 'lanterne']),
    counted(lit, ['accesa', 'accese']),
    ...(stale > 0 ? [counted(stale, ['non aggiornata', 'non aggiornate'])] : []),
    ...(silent > 0 ? [counted(silent, ['tace', 'tacciono'])] : []),
  ];
  return parts.join(', ');
}
