import { formFor, wholeNumber } from '@semaforo/contract/domain/italian';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { type ReactNode, useId } from 'react';
import { COLOR_LABELS } from '../../lamps/color-labels.ts';
import { ColorMark } from '../../lamps/color-mark.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { SIGNAL_FILTERS, type SignalFilter } from '../list/device-filter.ts';
import styles from './signal-chips.module.css';
import type { SignalCounts } from './signal-counts.ts';

/** Their place is kept also while they count none: a press finds them where they were. */
const ALWAYS: readonly SignalFilter[] = ['all', 'verde', 'giallo', 'arancio', 'rosso', 'error'];
const ICONS: Partial<Record<SignalFilter, IconName>> = { error: 'alert', problems: 'alert', stale: 'clock' };

type SignalChipsProps = {
  /** Undefined until the signals are read: no number is shown rather than a zero. */
  counts: SignalCounts | undefined;
  /** The link is cut: the counts are the last known ones. */
  isOld: boolean;
  filter: SignalFilter;
  onFilter: (filter: SignalFilter) => void;
  /** The state of what lies between the console and the signals. */
  connections: ReactNode;
};

/** How many signals show what; each count is the filter that shows them. */
export function SignalChips({ counts, isOld, filter, onFilter, connections }: SignalChipsProps) {
  const name = useId();
  const offered = SIGNAL_FILTERS.filter(
    (each) => ALWAYS.includes(each) || filter === each || isWorthOffering(each, counts),
  );
  return (
    <section className={styles.overview} data-old={isOld} aria-label="Riepilogo">
      <fieldset className={styles.chips} data-filter={filter}>
        <legend className="sr">Filtra</legend>
        {offered.map((each) => (
          <label key={each} className={styles.chip} data-kind={each} data-zero={counts?.[each] === 0}>
            <input
              type="radio"
              name={name}
              className="sr"
              checked={each === filter}
              onChange={() => onFilter(each)}
            />
            {isSignalColor(each) && <ColorMark color={each} />}
            {ICONS[each] && <Icon name={ICONS[each]} />}
            <span className={styles.word}>{wordOf(each, counts?.[each] ?? 0)}</span>{' '}
            <b>{counts ? wholeNumber(counts[each]) : '–'}</b>
          </label>
        ))}
      </fieldset>
      {connections}
    </section>
  );
}

/** Those that are in error have a chip already: problems have one where there are others. */
function isWorthOffering(filter: SignalFilter, counts: SignalCounts | undefined): boolean {
  if (!counts) return false;
  return filter === 'problems' ? counts.problems > counts.error : counts[filter] > 0;
}

function wordOf(filter: SignalFilter, count: number): string {
  if (isSignalColor(filter)) return COLOR_LABELS[filter];
  switch (filter) {
    case 'all':
      return 'Tutti';
    case 'spento':
      return formFor(count, ['Spento', 'Spenti']);
    case 'error':
      return 'In errore';
    case 'noData':
      return formFor(count, ['Mai sentito', 'Mai sentiti']);
    case 'stale':
      return formFor(count, ['Non aggiornato', 'Non aggiornati']);
    case 'problems':
      return formFor(count, ['Problema', 'Problemi']);
  }
}
