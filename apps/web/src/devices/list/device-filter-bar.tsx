import type { ReactNode } from 'react';
import { Chip } from '../../ui/chip.tsx';
import fieldStyles from '../../ui/field.module.css';
import { Icon, type IconName } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { DEVICE_FILTERS, type DeviceFilter } from './device-filter.ts';
import styles from './device-filter-bar.module.css';

const LABELS: Record<DeviceFilter, string> = {
  all: 'Tutti',
  error: 'In errore',
  outOfSync: 'Diversi dal comando',
  pending: 'In attesa',
  stale: 'Non aggiornati',
  silent: 'Tacciono',
  noData: 'Senza dati',
};
const KINDS: Partial<Record<DeviceFilter, 'error' | 'unequal'>> = { error: 'error', outOfSync: 'unequal' };
const ICONS: Partial<Record<DeviceFilter, IconName>> = {
  error: 'alert',
  outOfSync: 'unequal',
  silent: 'clock',
};

const RARE: readonly DeviceFilter[] = ['silent', 'noData'];

type DeviceFilterBarProps = {
  counts: Record<DeviceFilter, number>;
  filter: DeviceFilter;
  onFilter: (filter: DeviceFilter) => void;
  /** The search text; null offers no search. */
  search: string | null;
  onSearch: (text: string) => void;
  /** A further filter. */
  children?: ReactNode;
};

/**
 * Chips that choose which devices are shown, each with its count, and a search by name or topic. Silent devices and
 * those without data are rare: their chip is there only when there are some.
 */
export function DeviceFilterBar(props: DeviceFilterBarProps) {
  const { counts, filter, onFilter, search, onSearch, children } = props;
  const offered = DEVICE_FILTERS.filter(
    (each) => !RARE.includes(each) || counts[each] > 0 || filter === each,
  );
  return (
    <div className={styles.filter}>
      {/* biome-ignore lint/a11y/useSemanticElements: chips are buttons, not the fields of a fieldset */}
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`} role="group" aria-label="Filtra">
        {offered.map((each) => (
          <Chip
            key={each}
            quiet={counts[each] === 0}
            kind={counts[each] > 0 ? KINDS[each] : undefined}
            pressed={each === filter}
            onClick={() => onFilter(each)}
          >
            {ICONS[each] && <Icon name={ICONS[each]} small />}
            {LABELS[each]} {counts[each]}
          </Chip>
        ))}
      </div>
      {children}
      {search !== null && (
        <div className={`${fieldStyles.withIcon} ${styles.search}`}>
          <Icon name="search" />
          <input
            type="search"
            className={fieldStyles.input}
            aria-label="Cerca per nome o topic"
            placeholder="Cerca per nome o topic"
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        </div>
      )}
    </div>
  );
}
