import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import type { ReactNode } from 'react';
import { ColorMark } from '../lamps/color-mark.tsx';
import { UserText } from '../ui/user-text.tsx';
import { describeOverride, STATE_LABELS } from './describe-alert.ts';
import { type HoursRow, isEmptyRow } from './hours-rows.ts';
import { wordsBeside } from './lane-words.ts';
import styles from './next-hours.module.css';

/** The lanes of a row. Dashed is foreseen or proposed, dotted is by hand. `place`: where an instant is, in percent. */
export function RowLanes({ row, place }: { row: HoursRow; place: (at: number) => number }) {
  return (
    <div className={styles.row}>
      <span className={styles.label}>
        <UserText>{row.label}</UserText>
      </span>
      <div>
        {row.alerts.map((alert) => (
          <LaneBar
            key={alert.id}
            left={place(Date.parse(alert.from))}
            right={place(Date.parse(alert.to))}
            state={alert.state}
            drill={alert.drill}
          >
            <ColorMark color={alert.color} /> {alert.drill && 'PROVA '}
            {STATE_LABELS[alert.state]}
            {alert.state === 'proposta' && ', se confermi'}
          </LaneBar>
        ))}
        {row.overridden.map(({ id, from, to, color, drill }) => (
          <LaneBar key={id} left={place(from)} right={place(to)} state="manuale">
            {isSignalColor(color) && <ColorMark color={color} />} {drill && 'PROVA '}
            {describeOverride(to)}: {color}
          </LaneBar>
        ))}
        {row.planned.map(({ id, from, to, words }) => (
          <LaneBar key={id} left={place(from)} right={to === null ? null : place(to)} state="prevista">
            {timeOf(from)} {words}
          </LaneBar>
        ))}
        {isEmptyRow(row) && <div className={styles.lane} />}
      </div>
    </div>
  );
}

/** '20:36' in Rome. */
export function timeOf(at: number): string {
  return romeWallTime(at).time.slice(0, 5);
}

type LaneBarProps = {
  /** In percent of the axis; without `right`, an instant. */
  left: number;
  right: number | null;
  state: string;
  drill?: boolean;
  children: ReactNode;
};

/** A lane with one bar. Its words stand in it, or beside it where they would be cut. */
function LaneBar({ left, right, state, drill = false, children }: LaneBarProps) {
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
