import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import type { ReactNode } from 'react';
import { ColorMark } from '../lamps/color-mark.tsx';
import { UserText } from '../ui/user-text.tsx';
import { describeOverride, STATE_LABELS } from './describe-alert.ts';
import { type HoursRow, isEmptyRow } from './hours-rows.ts';
import { placeWords } from './lane-words.ts';
import styles from './next-hours.module.css';

type RowLanesProps = {
  row: HoursRow;
  /** Where an instant is, in percent. */
  place: (at: number) => number;
  midnights: readonly number[];
};

/** The lanes of a row. Dashed is foreseen or proposed, dotted is by hand. */
export function RowLanes({ row, place, midnights }: RowLanesProps) {
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
            midnights={midnights}
            mark={<ColorMark color={alert.color} />}
            words={`${alert.drill ? 'PROVA ' : ''}${STATE_LABELS[alert.state]}${
              alert.state === 'proposta' ? ', se confermi' : ''
            }`}
          />
        ))}
        {row.overridden.map(({ id, from, to, color, drill }) => (
          <LaneBar
            key={id}
            left={place(from)}
            right={place(to)}
            state="manuale"
            midnights={midnights}
            mark={isSignalColor(color) && <ColorMark color={color} />}
            words={`${drill ? 'PROVA ' : ''}${describeOverride(to)}: ${color}`}
          />
        ))}
        {row.planned.map(({ id, from, to, words }) => (
          <LaneBar
            key={id}
            left={place(from)}
            right={to === null ? null : place(to)}
            state="prevista"
            midnights={midnights}
            words={`${timeOf(from)} ${words}`}
          />
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
  midnights: readonly number[];
  mark?: ReactNode;
  words: string;
};

/** A lane with one bar. Its words stand in it, or beside it where they would be cut; else only its mark does. */
function LaneBar({ left, right, state, drill = false, midnights, mark, words }: LaneBarProps) {
  const width = right === null ? null : right - left;
  const place = placeWords({ left, right, characters: words.length, midnights });
  return (
    <div className={styles.lane}>
      <span
        className={styles.bar}
        data-state={state}
        data-drill={drill}
        data-instant={width === null}
        style={{ left: `${left}%`, ...(width !== null && { width: `${width}%` }) }}
      >
        {typeof place === 'string' && mark} {place === 'inside' && words}
      </span>
      {typeof place !== 'string' && (
        <span className={styles.beside} style={place}>
          {mark} {words}
        </span>
      )}
    </div>
  );
}
