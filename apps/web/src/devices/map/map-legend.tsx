import { exampleOf, LEGEND } from '../../lamps/legend.ts';
import type { Lens } from '../../lamps/lenses.ts';
import type { ViewState } from '../../lamps/view-state.ts';
import { Panel } from '../../ui/panel.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './devices-map.module.css';
import { LanternMapIcon } from './lantern-map-icon.tsx';
import { SignalMapIcon } from './map-icon.tsx';

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
          {LEGEND.map(({ words, view }) => (
            <li key={words}>
              <SignalMapIcon view={view} />
              <span>{words}</span>
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
