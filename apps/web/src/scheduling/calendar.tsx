import type { Schedule } from '@semaforo/contract/api/schedules';
import { WEEKDAYS } from '@semaforo/contract/domain/plan-rules';
import { addDays, daysOfMonth, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useState } from 'react';
import { ColorTag } from '../lamps/color-tag.tsx';
import { formatDay, formatMonth } from '../platform/date-format.ts';
import { serverNow } from '../platform/server-clock.ts';
import { Button } from '../ui/button.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './calendar.module.css';
import { type DayEntry, entriesByDay, weeksOf } from './calendar-days.ts';
import { WEEKDAY_LABELS } from './describe-plan.ts';
import { usePlanCalendar } from './plans.queries.ts';

/** A month of what is still ahead: schedules, and the days of the recurring plans. */
export function Calendar({ schedules }: { schedules: readonly Schedule[] }) {
  const today = romeWallTime(serverNow()).date;
  const thisMonth = today.slice(0, 7);
  const [month, setMonth] = useState(thisMonth);
  const planned = usePlanCalendar(month);
  const entries = entriesByDay(schedules, planned.data ?? []);
  const days = daysOfMonth(month);
  return (
    <section className={styles.calendar} aria-label="Calendario">
      <div className={styles.head}>
        <Button
          variant="outline"
          size="square"
          aria-label="Mese precedente"
          disabled={month <= thisMonth}
          onClick={() => setMonth(addDays(`${month}-01`, -1).slice(0, 7))}
        >
          <span className={styles.back}>
            <Icon name="chevron" small />
          </span>
        </Button>
        <Button
          variant="outline"
          size="square"
          aria-label="Mese successivo"
          onClick={() => setMonth(addDays(`${month}-01`, days.length).slice(0, 7))}
        >
          <Icon name="chevron" small />
        </Button>
        <h3 aria-live="polite">{formatMonth(month)}</h3>
        <span className="small muted">Solo ciò che deve ancora accadere: il resto è nello Storico.</span>
      </div>
      {planned.isError && (
        <FailedRead
          sentence="I giorni dei piani ricorrenti non si sono caricati."
          retryLabel="Riprova"
          onRetry={() => void planned.refetch()}
        />
      )}
      <table className={styles.month} aria-busy={planned.isPending}>
        <caption className="sr">{formatMonth(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={WEEKDAY_LABELS[weekday]}>
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days.filter((day) => day >= today)).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the weekday is what a cell is
                <Day key={weekday} day={day} today={today} entries={(day && entries.get(day)) || NONE} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {planned.isSuccess && days.every((day) => !entries.has(day)) && (
        <p className="muted">Nulla è previsto in questo mese.</p>
      )}
    </section>
  );
}

const NONE: readonly DayEntry[] = [];

type DayProps = { day: string | null; today: string; entries: readonly DayEntry[] };

/** A day with what it brings, in order; null: of another month. */
function Day({ day, today, entries }: DayProps) {
  if (day === null) return <td data-empty />;
  return (
    <td data-empty={entries.length === 0 || undefined} aria-current={day === today ? 'date' : undefined}>
      <span className={styles.number} aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      <span className={styles.whole}>{formatDay(day)}</span>
      {entries.length > 0 && (
        <ul>
          {entries.map(({ key, times, color, recurs }) => (
            <li key={key}>
              <span className="nw">{times}</span>
              <ColorTag status={color} as="requested" small />
              {recurs && (
                <span title="Piano ricorrente">
                  <Icon name="retry" small />
                  <span className="sr">piano ricorrente</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}
