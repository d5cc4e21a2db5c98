import type { ReactNode } from 'react';
import styles from './chip.module.css';

type ChipProps = {
  /** Undefined for one that opens something instead of being chosen. */
  pressed?: boolean;
  kind?: 'error' | 'differs' | undefined;
  onClick: () => void;
  children: ReactNode;
};

/** One of several choices in a row. */
export function Chip({ pressed, kind, onClick, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} data-kind={kind} aria-pressed={pressed} onClick={onClick}>
      {children}
    </button>
  );
}
