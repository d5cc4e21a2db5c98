import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Lens } from '../../lamps/lenses.ts';
import type { ShownState } from '../../lamps/shown-state.ts';
import type { ViewState } from '../../lamps/view-state.ts';
import { Panel } from '../../ui/panel.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './devices-map.module.css';
import { LanternMapIcon } from './lantern-map-icon.tsx';
import { SignalMapIcon } from './map-icon.tsx';

type Entry = { words: string; kind: ViewState['kind'] } & Partial<ShownState> & { lens?: Lens };

const ENTRIES: readonly Entry[] = [
  { words: 'Rosso', kind: 'ok', shown: 'rosso' },
  { words: 'Arancio', kind: 'ok', shown: 'arancio' },
  { words: 'Giallo', kind: 'ok', shown: 'giallo' },
  { words: 'Verde', kind: 'ok', shown: 'verde' },
  { words: 'Spento', kind: 'spento', shown: 'spento' },
  { words: 'In attesa', kind: 'pending', shown: 'verde', requested: 'rosso' },
  { words: 'Diverso dal comando', kind: 'ok', shown: 'arancio', outOfSync: true },
  { words: 'Non aggiornato', kind: 'stale', shown: 'giallo', lens: 'last-known' },
  { words: 'Tace', kind: 'silent', shown: 'giallo', lens: 'last-known' },
  { words: 'Errore', kind: 'error' },
  { words: 'Mai sentito', kind: 'never-heard' },
  { words: 'In manutenzione', kind: 'ok', shown: 'verde', maintenance: true },
];

const LANTERNS: readonly { words: string; kind: ViewState['kind']; lens: Lens }[] = [
  { words: 'Lanterna accesa', kind: 'ok', lens: 'lit' },
  { words: 'Lanterna spenta', kind: 'spento', lens: 'dark' },
];

/** The meaning of the signs on the map; folded in small windows. */
export function MapLegend() {
  const wide = useMediaQuery('(min-width: 721px)');
  return (
    <Panel as="div" padded={false} className={styles.legend}>
      <details open={wide}>
        <summary>Legenda</summary>
        <ul>
          {ENTRIES.map((entry) => (
            <li key={entry.words}>
              <SignalMapIcon view={exampleOf(entry)} />
              <span>{entry.words}</span>
            </li>
          ))}
          {LANTERNS.map(({ words, kind, lens }) => (
            <li key={words}>
              <LanternMapIcon
                view={{ ...exampleOf({ words, kind, shown: 'spento' }), lenses: { acceso: lens } }}
              />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}

function exampleOf({ words, lens = 'lit', ...state }: Entry): ViewState {
  const lensOf = (color: SignalColor): Lens => (color === state.shown ? lens : 'dark');
  return {
    shown: null,
    fresh: true,
    requested: null,
    outOfSync: false,
    silentSince: null,
    maintenance: false,
    testing: false,
    lit: [],
    words: null,
    ...state,
    lenses: Object.fromEntries(SIGNAL_COLORS.map((color) => [color, lensOf(color)])),
    name: words,
  };
}
