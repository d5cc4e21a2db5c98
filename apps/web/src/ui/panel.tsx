import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A white box; `padded` unless its content (a table) goes to the edge. With a `label` it is a named region. */
export function Panel(props: { label?: string; padded?: boolean; children: ReactNode }) {
  const { label, padded = true, children } = props;
  return (
    <section className={padded ? `${styles.panel} ${styles.padded}` : styles.panel} aria-label={label}>
      {children}
    </section>
  );
}
