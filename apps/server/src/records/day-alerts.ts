import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import type { AlertState, AlertTargetKind } from '@semaforo/contract/domain/alert-rules';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { isoTime } from '../platform/clock.ts';
import type { DayRequest, DaySource } from './day-source.ts';

type Targets = { kind: AlertTargetKind; group: string | null; zone: string | null };

/** An alert as its module tells it; times in epoch milliseconds. */
type TimedAlert = {
  color: SignalColor;
  whom: Targets;
  reason: string;
  drill: boolean;
  state: AlertState;
  at: number;
  until: number;
  author: string | null;
  approvedBy: string | null;
  note: string | null;
  trouble: string | null;
};

/** The alerts that touch a day, exercises too. */
export function createDayAlerts(list: (requested: DayRequest) => Promise<TimedAlert[]>): DaySource {
  return async (requested) =>
    (await list(requested)).map(({ color, state, note, trouble, ...alert }) => ({
      kind: 'allerta',
      test: alert.drill,
      at: isoTime(alert.at),
      until: isoTime(alert.until),
      what: `${alert.drill ? 'esercitazione: ' : ''}${ALERT_LABELS[color]}: ${alert.reason}`,
      whom: describeTargets(alert.whom),
      outcome: [state, note, trouble].filter((part) => part !== null).join('; '),
      author: alert.author,
      approved_by: alert.approvedBy,
    }));
}

function describeTargets({ kind, group, zone }: Targets): string {
  const words: Record<AlertTargetKind, string> = {
    tutti: 'tutti i semafori',
    scelti: 'semafori scelti',
    gruppo: `gruppo ${group ?? 'che non c’è più'}`,
    zona: `zona ${zone ?? ''}`,
    nessuno: 'solo schermo',
  };
  return words[kind];
}
