import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';

/**
 * The schedule that a command executes, claimed with a fencing token. It ends in the transaction that stores the
 * command.
 */
export type ExecutedSchedule = { id: number; token: number; outcome: ScheduleOutcome; reason: string | null };

/** Thrown when the claim was lost or the schedule had ended before its command was stored: then nothing was stored. */
export class ClaimLostError extends Error {}
