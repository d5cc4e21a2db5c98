import type { ReactNode } from 'react';
import styles from './catalogue.module.css';

/** One block under its name. */
export function Block({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.block} aria-label={name}>
      <h2>{name}</h2>
      <div className={styles.states}>{children}</div>
    </section>
  );
}
