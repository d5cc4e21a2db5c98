import type { Schedule } from '@semaforo/contract/api/schedules';
import type { ScheduleOutcome as Outcome } from '@semaforo/contract/domain/schedule-rules';
import layoutStyles from '../ui/layout.module.css';
import { Pill, type PillKind } from '../ui/pill.tsx';
import { describeConfirmed } from './describe-confirmed.ts';
import styles from './schedules.module.css';

const PILLS: Record<Outcome, { kind: PillKind; word: string }> = {
  'in corso': { kind: 'wait', word: 'In corso' },
  eseguita: { kind: 'ok', word: 'Eseguita' },
  'in ritardo': { kind: 'stale', word: 'In ritardo' },
  'non confermata': { kind: 'err', word: 'Non confermata' },
  superata: { kind: 'off', word: 'Superata' },
  mancata: { kind: 'err', word: 'Mancata' },
  annullata: { kind: 'off', word: 'Annullata' },
};

type ShownOutcome = Pick<Schedule, 'outcome' | 'outcome_reason' | 'confirmed' | 'total'>;

/** 'Eseguita, 10/12 confermati, Dispositivo silenzioso'. */
export function describeOutcome(schedule: ShownOutcome): string {
  const { outcome, outcome_reason: reason } = schedule;
  return [outcome && PILLS[outcome].word, describeConfirmed(schedule), reason].filter(Boolean).join(', ');
}

/** How a schedule stands or ended, how many devices confirmed it, and the reason in words when there is one. */
export function ScheduleOutcome({ schedule }: { schedule: ShownOutcome }) {
  const { outcome, outcome_reason: reason } = schedule;
  const pill = outcome && PILLS[outcome];
  const confirmed = describeConfirmed(schedule);
  return (
    <span className={`${layoutStyles.row} ${layoutStyles.wrap} ${styles.outcome}`}>
      {pill && <Pill kind={pill.kind}>{pill.word}</Pill>}
      {confirmed && <span className="small nw">{confirmed}</span>}
      {/* It may name devices, as people called them. */}
      {reason && <bdi className={`small ${styles.reason}`}>{reason}</bdi>}
    </span>
  );
}
