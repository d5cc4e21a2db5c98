import styles from './panel.module.css';

/** The one sentence of a list with nothing in it. */
export function EmptyText({ children }: { children: string }) {
  return <p className={`muted ${styles.padded}`}>{children}</p>;
}
