import styles from './user-text.module.css';

/** What is longer is cut in the middle, not at its end: 'palo 2' and 'palo 3' are told apart there. */
const LONG = 100;
const END = 24;

/**
 * Text typed by people. It is shown literally, with its own text direction, never wider than its box or taller than six
 * lines. All of it stays in the page, for whoever copies it or has it read aloud.
 */
export function UserText({ children: text }: { children: string }) {
  const end = text.length > LONG ? lastOf(text) : '';
  return (
    <bdi className={styles.userText}>
      <span className={styles.start}>{text.slice(0, text.length - end.length)}</span>
      {end !== '' && <span className={styles.end}>{end}</span>}
    </bdi>
  );
}

/** Whole words: one that is read aloud in two pieces is another one. */
function lastOf(text: string): string {
  const end = text.slice(-END);
  const space = end.indexOf(' ');
  return space < 0 ? '' : end.slice(space + 1);
}
