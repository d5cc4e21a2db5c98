import fieldStyles from '../../ui/field.module.css';
import { Icon } from '../../ui/icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { DEVICE_FILTERS, type DeviceFilter } from './device-filter.ts';
import styles from './device-filter-bar.module.css';

const LABELS: Record<DeviceFilter, string> = {
  all: 'Tutti',
  error: 'In errore',
  unconfirmed: 'Da confermare',
};

type DeviceFilterBarProps = {
  counts: Record<DeviceFilter, number>;
  filter: DeviceFilter;
  onFilter: (filter: DeviceFilter) => void;
  /** The search text; null offers no search. */
  search: string | null;
  onSearch: (text: string) => void;
};

/** Chips that choose which devices are shown, each with its count, and a search by name or topic. */
export function DeviceFilterBar({ counts, filter, onFilter, search, onSearch }: DeviceFilterBarProps) {
  return (
    <div className={styles.filter}>
      {/* biome-ignore lint/a11y/useSemanticElements: chips are buttons, not the fields of a fieldset */}
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`} role="group" aria-label="Filtra">
        {DEVICE_FILTERS.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.chip}
            aria-pressed={each === filter}
            onClick={() => onFilter(each)}
          >
            {LABELS[each]} {counts[each]}
          </button>
        ))}
      </div>
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
