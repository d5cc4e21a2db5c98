import type { ZoneLevelRecord } from '@semaforo/contract/api/bulletins';
import { counted } from '@semaforo/contract/domain/italian';
import { alertInWords } from '../level-in-words.ts';
import styles from './zone-map.module.css';
import { LevelSwatch } from './zone-patterns.tsx';
import { SHOWN_LEVELS } from './zones-on-map.ts';

/** What the map shows, in words: its legend, and under each level the zones that have it. */
export function ZonesByLevel({ levels }: { levels: readonly ZoneLevelRecord[] }) {
  return (
    <section className={styles.byLevel} aria-label="Zone sulla mappa, per livello">
      {SHOWN_LEVELS.map((level) => {
        const zones = levels.filter(({ color }) => color === level);
        return (
          <details key={level ?? 'unknown'} className={styles.names}>
            <summary>
              <LevelSwatch level={level} /> {alertInWords(level)}: {counted(zones.length, ['zona', 'zone'])}
            </summary>
            <ul>
              {zones.map(({ zone, name }) => (
                <li key={zone ?? name}>{zone === null ? name : `${zone} ${name}`}</li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
