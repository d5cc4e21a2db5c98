import { durationInWords } from '@semaforo/contract/domain/italian';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import { type AcceptCommand, type CommandTarget, SCHEDULE_DEADLINE_MS } from '../commands/accept-command.ts';
import { ClaimLostError } from '../commands/executed-schedule.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ClaimedSchedule, DueSchedulesRepository } from './due-schedules.repository.ts';
import type { ScheduleEvent } from './schedule-events.ts';

/** Later than this a schedule was not on time. */
export const PUNCTUAL_WITHIN_MS = 2000;
const MINUTE_MS = 60_000;

const SUPERSEDED = new Refusal('conflict', {
  code: 'schedule-superseded',
  message: 'Un comando più recente è stato accettato dopo l’ora prevista',
});
const NO_DEVICES = new Refusal('conflict', {
  code: 'no-devices',
  message: 'Nessun dispositivo da comandare',
});

/**
 * Runs one claimed schedule that is so late (ms). Resolves when it has ended or its command is accepted; rejects when
 * it could not be run, and may then be tried again.
 */
export type RunSchedule = (claim: ClaimedSchedule, lateMs: number) => Promise<void>;

export function createRunSchedule(options: {
  repository: Pick<DueSchedulesRepository, 'end' | 'devicesCommandedSince'>;
  /** The devices of a type that a user sees now, each with the value to show. */
  targetsOf: (
    author: Actor,
    schedule: Pick<ClaimedSchedule, 'color' | 'deviceType'>,
  ) => readonly CommandTarget[];
  acceptCommand: AcceptCommand;
  events: EventChannel<ScheduleEvent>;
  /** Later than this (ms) one does not run any more (docs/rules.md#execution). */
  lateWithinMs: number;
  clock: Clock;
}): RunSchedule {
  const { repository, clock } = options;

  const publish = (claim: ClaimedSchedule, outcome: ScheduleOutcome, reason: string | null) =>
    options.events.publish({ scheduleId: claim.id, authorId: claim.author?.id ?? null, outcome, reason });

  const end = async (claim: ClaimedSchedule, outcome: ScheduleOutcome, reason: string) => {
    if (await repository.end(claim, { outcome, reason, at: clock.now() })) publish(claim, outcome, reason);
  };

  const send = async (claim: ClaimedSchedule, author: Actor, lateMs: number) => {
    const late = lateMs > PUNCTUAL_WITHIN_MS;
    const outcome: ScheduleOutcome = late ? 'in ritardo' : 'eseguita';
    const reason = late ? `Eseguita con ${durationInWords(toWholeMinutes(lateMs))} di ritardo` : null;
    try {
      const command = await options.acceptCommand({
        author: { id: author.id, username: author.username, address: null },
        origin: 'pianificazione',
        deviceType: claim.deviceType,
        // In its turn, when whatever was accepted before is stored: a click that was still on its way is newer, too.
        resolveTargets: async () => {
          // A schedule on time ignores commands with a later time: they come from a clock that was ahead. A late one
          // gives way to them.
          const commanded = await repository.devicesCommandedSince(claim, late ? undefined : clock.now());
          const targets = options.targetsOf(author, claim);
          if (targets.length === 0) return NO_DEVICES;
          const remaining = targets.filter(({ device }) => !commanded.has(device.id));
          return remaining.length === 0 ? SUPERSEDED : remaining;
        },
        value: claim.color,
        deadlineMs: SCHEDULE_DEADLINE_MS,
        schedule: { id: claim.id, token: claim.token, outcome, reason },
      });
      if (command instanceof Refusal) {
        return await end(claim, command === SUPERSEDED ? 'superata' : 'mancata', command.message);
      }
      publish(claim, outcome, reason);
    } catch (error) {
      // Another server claimed it after this lease ended, or it was cancelled meanwhile: it is not ours any more.
      if (!(error instanceof ClaimLostError)) throw error;
    }
  };

  return async (claim, lateMs) => {
    const { author } = claim;
    if (!author) return end(claim, 'annullata', "L'utente non esiste più");
    if (lateMs > Math.max(options.lateWithinMs, PUNCTUAL_WITHIN_MS)) {
      return end(
        claim,
        'mancata',
        'All’ora prevista il server non era attivo, o il suo orologio è stato spostato',
      );
    }
    return send(claim, author, lateMs);
  };
}

/** A delay of minutes needs no seconds; a shorter one stays as it is. */
function toWholeMinutes(ms: number): number {
  return ms < MINUTE_MS ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS;
}
