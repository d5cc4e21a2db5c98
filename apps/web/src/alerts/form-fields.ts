import type { Alert } from '@semaforo/contract/api/alerts';
import { LAST_MINUTE } from '@semaforo/contract/domain/alert-rules';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';

/** What the form of an alert holds: days and times of Rome. */
export type AlertFields = {
  color: SignalColor | undefined;
  fromDay: string;
  fromTime: string;
  toDay: string;
  toTime: string;
  reason: string;
};

/** The fields at the start: those of a proposal, or from now to the end of today without a color. */
export function fieldsOf(alert: Alert | undefined, now: number): AlertFields {
  const from = romeWallTime(alert ? Date.parse(alert.from) : now);
  const to = alert ? romeWallTime(Date.parse(alert.to)) : { date: from.date, time: LAST_MINUTE };
  return {
    color: alert?.color,
    fromDay: from.date,
    fromTime: from.time.slice(0, 5),
    toDay: to.date,
    toTime: to.time.slice(0, 5),
    reason: alert?.reason ?? '',
  };
}
