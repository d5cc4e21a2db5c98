import type { Level } from '@semaforo/contract/domain/bulletin-rules';
import styles from './zone-map.module.css';

/** A pattern for each level, so that none is told by color alone: dots, lines, slants, a lattice, grey hatching. */
const PATTERNS: readonly { level: Level; lines: string }[] = [
  { level: 'verde', lines: 'M5 5h2' },
  { level: 'giallo', lines: 'M0 6h12' },
  { level: 'arancio', lines: 'M-3 3l6-6M0 12L12 0M9 15l6-6' },
  { level: 'rosso', lines: 'M0 0l12 12M0 12L12 0' },
  { level: null, lines: 'M-3 9l6 6M0 0l12 12M9-3l6 6' },
];

/** The name of a level's pattern. */
export function patternOf(level: Level): string {
  return `zone-${level ?? 'unknown'}`;
}

/** The patterns of the map and of its legend; once on the page. */
export function ZonePatterns() {
  return (
    <svg className={styles.patterns} aria-hidden="true">
      <defs>
        {PATTERNS.map(({ level, lines }) => (
          <pattern
            key={patternOf(level)}
            id={patternOf(level)}
            width="12"
            height="12"
            patternUnits="userSpaceOnUse"
          >
            <rect className={styles.tint} data-level={level ?? 'unknown'} width="12" height="12" />
            <path className={styles.lines} data-level={level ?? 'unknown'} d={lines} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** A level as the map draws it. */
export function LevelSwatch({ level }: { level: Level }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 36 24" aria-hidden="true">
      <rect x="1" y="1" width="34" height="22" fill={`url(#${patternOf(level)})`} />
    </svg>
  );
}
