import type { Alert } from '@semaforo/contract/api/alerts';
import type { Plan } from '@semaforo/contract/api/plans';
import type { Schedule } from '@semaforo/contract/api/schedules';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useSyncExternalStore } from 'react';
import { formatDay } from '../platform/date-format.ts';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Panel } from '../ui/panel.tsx';
import { RowLanes, timeOf } from './hours-lanes.tsx';
import { hoursRows, isEmptyRow, type NamedGroup, plannedIn } from './hours-rows.ts';
import { HoursTable } from './hours-table.tsx';
import styles from './next-hours.module.css';

const HOUR_MS = 3_600_000;
/** What was a while ago, on a grey ground. */
const PAST_MS = 6 * HOUR_MS;
const AHEAD_MS = 72 * HOUR_MS;
/** As wide as a word is on the narrowest axis. */
const NAMED_APART_MS = 9 * HOUR_MS;
const MINUTE_MS = 60_000;

type NextHoursProps = {
  alerts: readonly Alert[];
  schedules: readonly Schedule[];
  plans: readonly Plan[];
  groups: readonly NamedGroup[];
};

/**
 * The next 72 hours: alerts, what is done by hand or planned, each group and the lanterns; as lanes, and as a table for
 * all others. Nothing where nothing is ahead.
 */
export function NextHours({ alerts, schedules, plans, groups }: NextHoursProps) {
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS);
  const [begin, until] = [now - PAST_MS, now + AHEAD_MS];
  const shown = alerts.filter(({ to, from }) => Date.parse(to) > begin && Date.parse(from) < until);
  const planned = plannedIn({ schedules, plans }, { from: begin, until });
  const rows = hoursRows(shown, planned, groups);
  const place = (at: number) => Math.min(1, Math.max(0, (at - begin) / (until - begin))) * 100;
  const days = daysFrom(now);
  const formattedNow = `adesso ${timeOf(now)}`;
  if (rows.every(isEmptyRow)) return null;
  return (
    <Panel label="Prossime 72 ore">
      <h2>Prossime 72 ore</h2>
      <div className={styles.hours} aria-hidden="true">
        <div className={styles.axis}>
          <div className={styles.ground}>
            <span className={styles.past} style={{ width: `${place(now)}%` }} />
            {days.map(({ at, label }) => (
              <span key={at} className={styles.day} style={{ left: `${place(at)}%` }}>
                {/* It would lie over 'adesso'. */}
                {at - now >= NAMED_APART_MS && label}
              </span>
            ))}
            <span className={styles.now} style={{ left: `${place(now)}%` }}>
              <b>{formattedNow}</b>
            </span>
          </div>
          {rows.map((row) => (
            <RowLanes key={row.label} row={row} place={place} midnights={days.map(({ at }) => place(at))} />
          ))}
        </div>
      </div>
      <Legend />
      <HoursTable rows={rows} now={formattedNow} />
    </Panel>
  );
}

function Legend() {
  return (
    <ul className={styles.legend} aria-hidden="true">
      <li>
        <span className={styles.bar} data-state="confermata" /> Allerta confermata o in corso
      </li>
      <li>
        <span className={styles.bar} data-state="proposta" /> Proposta o prevista
      </li>
      <li>
        <span className={styles.bar} data-state="manuale" /> Comando manuale
      </li>
      <li>
        <span className={styles.bar} data-drill="true" /> Esercitazione (PROVA)
      </li>
      <li>
        <span className={styles.pastSign} /> Già passato
      </li>
    </ul>
  );
}

/** The midnights of Rome that follow; found hour by hour, for a day may have 23 or 25. */
function daysFrom(now: number): { at: number; label: string }[] {
  const days: { at: number; label: string }[] = [];
  let { date } = romeWallTime(now);
  for (let at = Math.ceil(now / HOUR_MS) * HOUR_MS; at < now + AHEAD_MS; at += HOUR_MS) {
    const { date: day } = romeWallTime(at);
    if (day === date) continue;
    date = day;
    days.push({ at, label: formatDay(day).replace(/ \d{4}$/, '') });
  }
  return days;
}
