import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';

/**
 * A schedule was created (outcome null), was begun ('in corso') or came to its end, perhaps for a reason in Italian.
 */
export type ScheduleEvent = {
  scheduleId: number;
  authorId: number | null;
  /** The alert that it begins or ends. */
  alertId: number | null;
  /** The plan of which it is one time. */
  planId: number | null;
  outcome: ScheduleOutcome | null;
  reason: string | null;
};
