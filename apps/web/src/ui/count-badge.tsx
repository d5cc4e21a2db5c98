import styles from './count-badge.module.css';

/** How many of something wait, beside the entry of a menu; nothing for none. `words`: what waits, with its number. */
export function CountBadge({ count, words }: { count: number; words: string }) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count}</span>
      <span className="sr">{words}</span>
    </span>
  );
}
