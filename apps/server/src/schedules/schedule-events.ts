import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';

/** A schedule was created or cancelled (outcome null) or came to its end. */
export type ScheduleEvent = { scheduleId: number; authorId: number | null; outcome: ScheduleOutcome | null };
