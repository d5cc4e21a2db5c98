import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** The one sentence of a list with nothing in it; `next` says what to do about it. */
export function EmptyText({ children, next }: { children: string; next?: ReactNode }) {
  return (
    <p className={`muted ${styles.padded}`}>
      <span>{children}</span> {next}
    </p>
  );
}
