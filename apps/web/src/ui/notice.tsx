import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

/** Something to know before going on, in amber. It stays. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      <Icon name="clock" />
      <p>
        <strong>{title}</strong>
        {children}
      </p>
    </div>
  );
}
