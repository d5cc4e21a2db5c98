import type { Alert } from '@semaforo/contract/api/alerts';
import { counted } from '@semaforo/contract/domain/italian';
import { labelOf } from '@semaforo/contract/domain/label';
import { useQuery } from '@tanstack/react-query';
import { deviceStatusesQuery, findDeviceById } from '../api/device-snapshot.ts';
import { confirmedStatusOf, shownStateOf } from '../lamps/shown-state.ts';

/** More are counted, not named. */
const NAMED_AT_MOST = 5;

/** How many signals of an alert show its color now, and the names of those that do not. */
export type ShowingNow = { showing: number; total: number; others: readonly string[] };

/**
 * What the signals of an alert in course show now, by their own reports; undefined until they are read. `linkUp` false:
 * nothing is known of now.
 */
export function useShowingNow({ devices, color }: Alert, linkUp: boolean): ShowingNow | undefined {
  const statuses = useQuery(deviceStatusesQuery).data;
  if (!statuses) return undefined;
  const signals = devices.flatMap((id) => findDeviceById(statuses, id) ?? []);
  const others = signals.filter((signal) => confirmedStatusOf(shownStateOf(signal, linkUp)) !== color);
  return {
    showing: signals.length - others.length,
    total: signals.length,
    others: others.map(({ device_name: name, topic }) => labelOf({ name, topic })),
  };
}

/** '11/12 mostrano rosso adesso; non lo mostra: Lungofiume'. */
export function describeShowing({ showing, total, others }: ShowingNow, color: Alert['color']): string {
  const shown = `${showing}/${total} ${total === 1 ? 'mostra' : 'mostrano'} ${color} adesso`;
  if (others.length === 0) return shown;
  return `${shown}; non lo ${others.length === 1 ? 'mostra' : 'mostrano'}: ${namesOrCount(others, total)}`;
}

/** Up to five names; 'tutti i 12' when none is left out, else how many. */
export function namesOrCount(names: readonly string[], total: number): string {
  if (names.length > 1 && names.length === total) return `tutti i ${total}`;
  return names.length > NAMED_AT_MOST ? counted(names.length, ['semaforo', 'semafori']) : names.join(', ');
}
