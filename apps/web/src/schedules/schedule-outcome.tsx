import type { Schedule } from '@semaforo/contract/api/schedules';
import type { ScheduleOutcome as Outcome } from '@semaforo/contract/domain/schedule-rules';
import layoutStyles from '../ui/layout.module.css';
import { Pill, type PillKind } from '../ui/pill.tsx';

const PILLS: Record<Outcome, { kind: PillKind; word: string }> = {
  eseguita: { kind: 'ok', word: 'Eseguita' },
  'in ritardo': { kind: 'stale', word: 'In ritardo' },
  superata: { kind: 'off', word: 'Superata' },
  mancata: { kind: 'err', word: 'Mancata' },
  annullata: { kind: 'off', word: 'Annullata' },
};

/** How a schedule ended, with the reason in words when there is one. */
export function ScheduleOutcome({ schedule }: { schedule: Schedule }) {
  const { outcome, outcome_reason: reason } = schedule;
  const pill = outcome && PILLS[outcome];
  return (
    <span className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
      {pill && <Pill kind={pill.kind}>{pill.word}</Pill>}
      {reason !== null && <span className="small">{reason}</span>}
    </span>
  );
}
