import styles from './code-lines.module.css';

/** Lines to be copied into a program or a terminal. */
export function CodeLines({ label, children }: { label: string; children: string }) {
  return (
    <section className={styles.lines} aria-label={label}>
      <pre>{children}</pre>
    </section>
  );
}
