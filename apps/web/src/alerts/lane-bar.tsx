import type { ReactNode } from 'react';
import { wordsBeside } from './lane-words.ts';
import styles from './next-hours.module.css';

type LaneBarProps = {
  /** In percent of the axis; without `right`, an instant. */
  left: number;
  right: number | null;
  state: string;
  drill?: boolean;
  children: ReactNode;
};

/** A lane with one bar. Its words stand in it, or beside it where they would be cut. */
export function LaneBar({ left, right, state, drill = false, children }: LaneBarProps) {
  const width = right === null ? null : right - left;
  const place = wordsBeside(left, right);
  return (
    <div className={styles.lane}>
      <span
        className={styles.bar}
        data-state={state}
        data-drill={drill}
        data-instant={width === null}
        style={{ left: `${left}%`, ...(width !== null && { width: `${width}%` }) }}
      >
        {place === null && children}
      </span>
      {place !== null && (
        <span className={styles.beside} style={place}>
          {children}
        </span>
      )}
    </div>
  );
}
