import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './saved-mark.module.css';

/** Says beside a field that its change is saved. */
export function SavedMark({ children }: { children: ReactNode }) {
  return (
    <span className={styles.saved} role="status">
      <Icon name="check" small />
      {children}
    </span>
  );
}
