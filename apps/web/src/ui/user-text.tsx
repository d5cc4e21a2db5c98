import styles from './user-text.module.css';

/**
 * Text typed by people. It is shown literally, with its own text direction, never wider than its box or taller than
 * three lines.
 */
export function UserText({ children }: { children: string }) {
  return <bdi className={styles.userText}>{children}</bdi>;
}
