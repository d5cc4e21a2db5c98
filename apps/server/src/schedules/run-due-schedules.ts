import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import { type AcceptCommand, type CommandTarget, SCHEDULE_DEADLINE_MS } from '../commands/accept-command.ts';
import { ClaimLostError } from '../commands/executed-schedule.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { failPoint } from '../platform/fail-point.ts';
import type { Logger } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import type { ClaimedSchedule, SchedulesRepository } from './schedules.repository.ts';

/** Later than this a schedule was not on time. */
const PUNCTUAL_WITHIN_MS = 2000;
/** Later than this it does not run any more (product.md, section 4). */
const LATE_WITHIN_MS = 10 * 60_000;
const LEASE_MS = 30_000;
/** One that could not be run for a fault of ours is tried again after this, not at once: the fault may last. */
const RETRY_AFTER_MS = 1000;

/**
 * Runs what is due, through the same use case as a click, with the targets and rights of that moment. What is late runs newest first and
 * only for devices that were not commanded since it was due: an old verde must never clear a new rosso. Resolves when each has ended or
 * its command is accepted.
 */
export function createRunDueSchedules(options: {
  repository: Pick<SchedulesRepository, 'claimDue' | 'end' | 'release' | 'devicesCommandedSince'>;
  /** The devices of a type that a user sees now, each with the value to show. */
  targetsOf: (
    author: Actor,
    schedule: Pick<ClaimedSchedule, 'color' | 'deviceType'>,
  ) => readonly CommandTarget[];
  acceptCommand: AcceptCommand;
  events: EventChannel<ScheduleEvent>;
  clock: Clock;
  logger: Logger;
}): () => Promise<void> {
  const { repository, clock } = options;

  const end = async (claim: ClaimedSchedule, outcome: ScheduleOutcome, reason: string) => {
    await repository.end(claim, { outcome, reason, at: clock.now() });
    options.events.publish({ scheduleId: claim.id, authorId: claim.author?.id ?? null, outcome });
  };

  const fire = async (claim: ClaimedSchedule, author: Actor, late: boolean) => {
    const targets = options.targetsOf(author, claim);
    const commanded = late ? await repository.devicesCommandedSince(claim) : new Set<number>();
    const remaining = targets.filter(({ device }) => !commanded.has(device.id));
    if (targets.length > 0 && remaining.length === 0) {
      return end(claim, 'superata', 'Un comando più recente è stato accettato dopo l’ora prevista');
    }
    const outcome: ScheduleOutcome = late ? 'in ritardo' : 'eseguita';
    const command = await options.acceptCommand({
      author: { id: author.id, username: author.username, address: null },
      origin: 'pianificazione',
      deviceType: claim.deviceType,
      resolveTargets: () => remaining,
      value: claim.color,
      deadlineMs: SCHEDULE_DEADLINE_MS,
      schedule: { id: claim.id, token: claim.token, outcome },
    });
    if (command instanceof Refusal) return end(claim, 'mancata', command.message);
    options.events.publish({ scheduleId: claim.id, authorId: author.id, outcome });
  };

  const run = async (claim: ClaimedSchedule, lateMs: number) => {
    if (!claim.author) return end(claim, 'annullata', "L'utente non esiste più");
    if (lateMs > LATE_WITHIN_MS) return end(claim, 'mancata', 'Il server non era attivo all’ora prevista');
    try {
      await fire(claim, claim.author, lateMs > PUNCTUAL_WITHIN_MS);
    } catch (error) {
      // Another server claimed it after this lease ended, or it was cancelled meanwhile: it is not ours any more.
      if (!(error instanceof ClaimLostError)) throw error;
    }
  };

  return async () => {
    const now = clock.now();
    failPoint('before-claim');
    const claims = await repository.claimDue(now, LEASE_MS);
    if (claims.length > 0) failPoint('after-claim');
    const lateness = (claim: ClaimedSchedule) => now - claim.executeAt;
    const late = claims.filter((claim) => lateness(claim) > PUNCTUAL_WITHIN_MS).reverse();
    const punctual = claims.filter((claim) => lateness(claim) <= PUNCTUAL_WITHIN_MS);
    for (const claim of [...late, ...punctual]) {
      try {
        await run(claim, lateness(claim));
      } catch (error) {
        // One that fails does not hold back the others.
        options.logger.error(
          { err: error, schedule: claim.id },
          'a schedule could not be run, to be tried again',
        );
        await repository.release(claim, clock.now() + RETRY_AFTER_MS).catch(() => undefined);
      }
    }
  };
}
