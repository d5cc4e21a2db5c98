import type { SiteEventRecord } from '@semaforo/contract/api/sensors';
import { ColorMark } from '../lamps/color-mark.tsx';
import { formatDateTime, formatTimeOfDay } from '../platform/date-format.ts';
import styles from './sensors.module.css';

/** What happened at a site, the newest first, to the second. */
export function HappenedList({ events, isLong }: { events: readonly SiteEventRecord[]; isLong: boolean }) {
  if (events.length === 0) return <p className="muted">In questo periodo non è successo nulla.</p>;
  return (
    <ol className={styles.happened}>
      {events.map(({ number, at, color, sentence, alert_id: alertId }) => (
        <li key={number}>
          <time dateTime={at}>{isLong ? formatDateTime(at) : formatTimeOfDay(at)}</time>
          <span className={styles.dot}>{color && <ColorMark color={color} />}</span>
          <span>
            {sentence}
            {color !== null && (
              <span className={`muted small ${styles.sub}`}>
                {alertId === null ? `chiede ${color}` : `${color} chiesto da solo, con un’allerta`}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
