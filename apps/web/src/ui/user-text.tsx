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

/** Whole words, if there are any, and whole characters: half of one is shown as a question mark. */
function lastOf(text: string): string {
  const end = [...text.slice(-2 * END)].slice(-END).join('');
  return end.slice(end.indexOf(' ') + 1) || end;
}
