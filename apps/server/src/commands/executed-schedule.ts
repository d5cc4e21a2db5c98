import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';

/** The schedule that a command executes, claimed with a token; it ends in the very transaction that stores the command. */
export type ExecutedSchedule = { id: number; token: number; outcome: ScheduleOutcome; reason: string | null };

/** Thrown when the claim was lost or the schedule had ended before its command was stored: then nothing was stored. */
export class ClaimLostError extends Error {}
