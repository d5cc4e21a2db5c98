import { type ReactNode, useState } from 'react';
import styles from './fold.module.css';

/** What is rarely wanted, behind its title; it is drawn, and read, only once it is opened. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => currentTarget.open && setWasOpen(true)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {wasOpen && children}
    </details>
  );
}
