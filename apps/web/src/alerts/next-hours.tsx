import type { Alert } from '@semaforo/contract/api/alerts';
import type { Plan } from '@semaforo/contract/api/plans';
import type { Schedule } from '@semaforo/contract/api/schedules';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useSyncExternalStore } from 'react';
import { ColourMark } from '../lamps/colour-mark.tsx';
import { formatDateTime, formatDay } from '../platform/date-format.ts';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { alertTitle, STATE_WORDS, whomInWords } from './alert-in-words.ts';
import styles from './alerts.module.css';
import { PlannedLanes, PlannedRows, plannedIn } from './hours-lanes.tsx';
import { LaneBar } from './lane-bar.tsx';

const HOUR_MS = 3_600_000;
const SHOWN_MS = 72 * HOUR_MS;
/** As wide as a word is on the narrowest axis. */
const NAMED_APART_MS = 9 * HOUR_MS;
const REDRAWN_MS = 5 * 60_000;

type NextHoursProps = { alerts: readonly Alert[]; schedules: readonly Schedule[]; plans: readonly Plan[] };

/**
 * The alerts of the next 72 hours and what is planned then, in lanes; and the same as a table for those who do not see
 * them.
 */
export function NextHours({ alerts, schedules, plans }: NextHoursProps) {
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / REDRAWN_MS) * REDRAWN_MS);
  const shown = alerts.filter(({ to, from }) => Date.parse(to) > now && Date.parse(from) < now + SHOWN_MS);
  const planned = plannedIn({ schedules, plans }, { now, until: now + SHOWN_MS });
  const place = (instant: number) => Math.min(1, Math.max(0, (instant - now) / SHOWN_MS)) * 100;
  return (
    <>
      <div className={styles.hours} aria-hidden="true">
        <div className={styles.axis}>
          <div className={styles.lane}>
            {daysFrom(now).map(({ at, label }) => (
              <span key={at} className={styles.day} style={{ left: `${place(at)}%` }}>
                {label}
              </span>
            ))}
          </div>
          {shown.map((alert) => (
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
          <PlannedLanes planned={planned} place={place} />
        </div>
      </div>
      <div className="sr">
        <table>
          <caption>Allerte e pianificazioni delle prossime 72 ore</caption>
          <thead>
            <tr>
              <th scope="col">Allerta</th>
              <th scope="col">Stato</th>
              <th scope="col">A chi</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((alert) => (
              <tr key={alert.id}>
                <td>
                  {alert.drill && 'PROVA '}
                  {alertTitle(alert)}
                </td>
                <td>{STATE_WORDS[alert.state]}</td>
                <td>{whomInWords(alert)}</td>
              </tr>
            ))}
            <PlannedRows planned={planned} inWords={formatDateTime} />
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p className="muted">Nessuna allerta nelle prossime 72 ore.</p>}
      {planned.length === 0 && <p className="muted">Nulla di pianificato nelle prossime 72 ore.</p>}
    </>
  );
}

/** Now, and the midnights of Rome that follow; found hour by hour, for a day may have 23 or 25. */
function daysFrom(now: number): { at: number; label: string }[] {
  const days = [{ at: now, label: 'adesso' }];
  let { date } = romeWallTime(now);
  for (let at = Math.ceil(now / HOUR_MS) * HOUR_MS; at < now + SHOWN_MS; at += HOUR_MS) {
    const { date: day } = romeWallTime(at);
    if (day === date) continue;
    date = day;
    // It would lie over 'adesso'.
    if (at - now < NAMED_APART_MS) continue;
    days.push({ at, label: formatDay(day).replace(/ \d{4}$/, '') });
  }
  return days;
}
