import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { ColourMark } from '../lamps/colour-mark.tsx';
import { UserText } from '../ui/user-text.tsx';
import { STATE_WORDS } from './alert-in-words.ts';
import type { HoursRow } from './hours-rows.ts';
import { LaneBar } from './lane-bar.tsx';
import styles from './next-hours.module.css';

/** The lanes of a row. Dashed is foreseen or proposed. `place`: where an instant is, in percent. */
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
            <ColourMark colour={alert.colour} /> {alert.drill && 'PROVA '}
            {STATE_WORDS[alert.state]}
            {alert.state === 'proposta' && ', se confermi'}
          </LaneBar>
        ))}
        {row.planned.map(({ id, from, to, words }) => (
          <LaneBar key={id} left={place(from)} right={to === null ? null : place(to)} state="prevista">
            {timeOf(from)} {words}
          </LaneBar>
        ))}
        {row.alerts.length + row.planned.length === 0 && <div className={styles.lane} />}
      </div>
    </div>
  );
}

/** '20:36' in Rome. */
export function timeOf(at: number): string {
  return romeWallTime(at).time.slice(0, 5);
}
