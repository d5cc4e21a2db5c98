import type { ViewState } from '../../lamps/view-state.ts';
import panelStyles from '../../ui/panel.module.css';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './devices-map.module.css';
import { SignalMapIcon } from './map-icon.tsx';

const ENTRIES: readonly { words: string; kind: ViewState['kind']; shown: ViewState['shown'] }[] = [
  { words: 'Rosso', kind: 'confirmed', shown: 'rosso' },
  { words: 'Arancio', kind: 'confirmed', shown: 'arancio' },
  { words: 'Giallo', kind: 'confirmed', shown: 'giallo' },
  { words: 'Verde', kind: 'confirmed', shown: 'verde' },
  { words: 'Spento', kind: 'spento', shown: 'spento' },
  { words: 'Non aggiornato', kind: 'stale', shown: 'giallo' },
  { words: 'Errore', kind: 'error', shown: null },
  { words: 'Nessun dato', kind: 'no-data', shown: null },
];

/** The meaning of the signs on the map; folded in small windows. */
export function MapLegend() {
  const wide = useMediaQuery('(min-width: 721px)');
  return (
    <details className={`${panelStyles.panel} ${styles.legend}`} open={wide}>
      <summary>Legenda</summary>
      <ul>
        {ENTRIES.map(({ words, kind, shown }) => (
          <li key={words}>
            <SignalMapIcon view={{ kind, shown, requested: null, name: words }} />
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
