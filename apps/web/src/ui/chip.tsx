import type { ReactNode } from 'react';
import styles from './chip.module.css';

type ChipProps = {
  /** Undefined for one that opens something instead of being chosen. */
  pressed?: boolean;
  kind?: 'error' | 'unequal' | undefined;
  /** It would find nothing: in narrow windows it is left out unless it is chosen. */
  quiet?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** One of several choices in a row. */
export function Chip({ pressed, kind, quiet = false, onClick, children }: ChipProps) {
  return (
    <button
      type="button"
      className={styles.chip}
      data-kind={kind}
      data-quiet={quiet}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
