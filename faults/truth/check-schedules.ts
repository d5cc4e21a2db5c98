import { PUNCTUAL_WITHIN_MS } from '@semaforo/contract/domain/schedule-rules';
import type { DeliveryRow, Findings, ScheduleRow } from './findings.ts';
import type { ReportViolation } from './violation.ts';

/** Each schedule has run once and not early, and its outcome is what its deliveries say. */
export function checkSchedules(
  { schedules, commands, deliveries, now }: Findings,
  reportViolation: ReportViolation,
): void {
  for (const schedule of schedules) {
    const { id, execute_at: dueAt, outcome } = schedule;
    const about = { at: dueAt };
    const own = commands.filter(({ schedule_id }) => schedule_id === id);
    const [command] = own;
    if (own.length > 1) reportViolation('schedule-ends', `schedule ${id} ran ${own.length} times`, about);
    if (command && command.created_at < dueAt)
      reportViolation('schedule-ends', `schedule ${id} ran ${dueAt - command.created_at} ms early`, about);
    if (dueAt > now) continue;
    const ended = deliveries.filter(({ command_id }) => command_id === command?.id);
    const right = rightOutcomes(schedule, command?.created_at, ended);
    if (!right.includes(outcome))
      reportViolation(
        'schedule-ends',
        `schedule ${id} is ${outcome} instead of ${right.join(' or ')}`,
        about,
      );
  }
}

function rightOutcomes(
  { execute_at: dueAt }: ScheduleRow,
  acceptedAt: number | undefined,
  deliveries: readonly DeliveryRow[],
): readonly ScheduleRow['outcome'][] {
  if (acceptedAt === undefined) return ['superata', 'mancata', 'annullata'];
  const isAll = (state: DeliveryRow['state']) => deliveries.every((delivery) => delivery.state === state);
  const sentAt = Math.max(acceptedAt, ...deliveries.map(({ sent_at }) => sent_at ?? 0));
  if (isAll('confermato')) return [sentAt - dueAt > PUNCTUAL_WITHIN_MS ? 'in ritardo' : 'eseguita'];
  if (isAll('superato')) return ['superata'];
  const isNoneSent = deliveries.every(({ state, sent }) => state !== 'confermato' && sent === 0);
  return [isNoneSent ? 'mancata' : 'non confermata'];
}
