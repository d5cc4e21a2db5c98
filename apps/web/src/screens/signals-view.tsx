import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { SIGNAL_STATUSES } from '@semaforo/contract/domain/signal-color';
import { useMemo } from 'react';
import { capitalised } from '../lamps/color-labels.ts';
import { confirmedStatusOf, shownStateOf } from '../lamps/shown-state.ts';
import { useStore } from '../platform/store.ts';
import { createStoredText } from '../platform/stored-text.ts';
import { Icon } from '../ui/icon.tsx';
import { TableSelect } from '../ui/table-input.tsx';
import styles from './signals-view.module.css';
import type { ScreenTargets } from './use-targets.ts';

/** Fewer are seen at once as they are. */
const OFFERED_ABOVE = 8;

const view = createStoredText('signals-view');
const grouping = createStoredText('signals-grouping');

/** How this browser lists the signals: as cards or rows, and under which titles. */
export function useSignalsView() {
  return { asRows: useStore(view) === 'rows', by: useStore(grouping) };
}

/** Chooses between cards and rows, and what they stand under. */
export function SignalsViewSwitch({ whom }: { whom: ScreenTargets }) {
  const { asRows, by } = useSignalsView();
  if (whom.devices.length <= OFFERED_ABOVE) return null;
  return (
    <div className={styles.view}>
      <TableSelect
        aria-label="Raggruppa"
        value={by ?? ''}
        onChange={(event) => grouping.set(event.target.value || null)}
      >
        <option value="">Per nome</option>
        {whom.groups.length > 0 && <option value="group">Per gruppo</option>}
        <option value="color">Per colore</option>
      </TableSelect>
      <div className={styles.switch}>
        <button type="button" aria-label="Schede" aria-pressed={!asRows} onClick={() => view.set(null)}>
          <Icon name="dashboard" />
        </button>
        <button type="button" aria-label="Righe" aria-pressed={asRows} onClick={() => view.set('rows')}>
          <Icon name="menu" />
        </button>
      </div>
    </div>
  );
}

/** Signals under a title; null for those that need none. */
type Section = { title: string | null; devices: readonly DeviceStatusRecord[] };

/** The signals under the titles that were chosen, each once; a signal of two groups stands under the first. */
export function useSections(
  devices: readonly DeviceStatusRecord[],
  { groups, linkUp }: { groups: ScreenTargets['groups']; linkUp: boolean },
): readonly Section[] {
  const { by } = useSignalsView();
  return useMemo(() => {
    if (by === 'group') return byGroup(devices, groups);
    if (by === 'color') return byColor(devices, linkUp);
    return [{ title: null, devices }];
  }, [by, devices, groups, linkUp]);
}

function byGroup(devices: readonly DeviceStatusRecord[], groups: ScreenTargets['groups']): Section[] {
  const nameOf = new Map<number, string>();
  for (const { group } of groups.toReversed()) for (const id of group.deviceIds) nameOf.set(id, group.name);
  const found = groupBy(devices, ({ id }) => nameOf.get(id));
  const names = [...groups.map(({ group }) => group.name), undefined];
  return names.flatMap((name) => {
    const own = found.get(name) ?? [];
    return own.length === 0 ? [] : [{ title: name ?? 'Senza gruppo', devices: own }];
  });
}

function byColor(devices: readonly DeviceStatusRecord[], linkUp: boolean): Section[] {
  const found = groupBy(devices, (device) => confirmedStatusOf(shownStateOf(device, linkUp)));
  return [...SIGNAL_STATUSES, null].flatMap((status) => {
    const own = found.get(status) ?? [];
    return own.length === 0
      ? []
      : [{ title: status === null ? 'Non confermati' : capitalised(status), devices: own }];
  });
}
