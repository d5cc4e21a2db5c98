import { useSyncExternalStore } from 'react';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';
import { momentInWords } from './alert-in-words.ts';
import styles from './alerts.module.css';

/** The day and time of two fields in words, so that a wrong date is seen. */
export function AlertMoment({ date, time }: { date: string; time: string }) {
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 60_000) * 60_000);
  const words = date === '' || time === '' ? undefined : momentInWords(date, time, now);
  return words === undefined ? null : <p className={styles.moment}>{words}</p>;
}
