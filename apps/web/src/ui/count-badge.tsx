import { counted } from '@semaforo/contract/domain/italian';
import styles from './count-badge.module.css';

/** How many of something wait, beside the entry of a menu; nothing for none. `nouns`: of one, and of several. */
export function CountBadge({ count, nouns }: { count: number; nouns: readonly [string, string] }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count}</span>
      <span className="sr">{counted(count, nouns)}</span>
    </span>
  );
}
