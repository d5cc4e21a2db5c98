import styles from './user-text.module.css';

/** Text that people typed: shown literally, apart from the direction of what is around it, and never wider than its place or taller than three lines. */
export function UserText({ children }: { children: string }) {
  return <bdi className={styles.userText}>{children}</bdi>;
}
