import type { ReactNode } from 'react';
import styles from './line.module.css';

/**
 * calm: text on the page; warn: amber; alert: dark, no lamp color as ground; second: somebody is waited for; exercise:
 * striped; cut: what is shown is old.
 */
export type LineKind = 'calm' | 'warn' | 'alert' | 'second' | 'exercise' | 'cut';

type LineProps = {
  kind: LineKind;
  /** Names the region; a line without one belongs to the region around it. */
  label?: string;
  mark?: ReactNode;
  title: ReactNode;
  /** What follows the title; cut off where there is no room for it. */
  children?: ReactNode;
  actions?: ReactNode;
  /** What is proposed besides, behind a dashed rule. */
  next?: ReactNode;
};

/** One line of what holds now, above the page. It never grows with what it says. */
export function Line({ kind, label, mark, title, children, actions, next }: LineProps) {
  return (
    <section className={styles.line} data-kind={kind} aria-label={label}>
      <div className={styles.now}>
        {mark}
        <p className={styles.words}>
          <b>{title}</b>
          {children !== undefined && <span className={styles.said}>{children}</span>}
        </p>
        {actions}
      </div>
      {next && <div className={styles.next}>{next}</div>}
    </section>
  );
}
