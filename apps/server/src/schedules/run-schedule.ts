import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { AcceptCommand } from '../commands/accept-command.ts';
import { SCHEDULE_DEADLINE_MS } from '../commands/command-request.ts';
import { ClaimLostError } from '../commands/executed-schedule.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ClaimedSchedule } from './claim-due-schedules.ts';
import type { DueSchedulesRepository } from './due-schedules.repository.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import type { TargetsOf } from './schedule-targets.ts';
import { whomItWasFor } from './whom-it-was-for.ts';

/**
 * Up to here schedules run in the order of their times; later ones run newest first, and give way to what was commanded
 * since. It is more than being punctual allows (docs/rules.md#schedule-outcomes): a crowd of one instant stays in
 * order.
 */
export const IN_ORDER_WITHIN_MS = 2000;

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
  targetsOf: TargetsOf;
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
    const endedFor = await whomItWasFor(options.targetsOf, claim);
    if (await repository.end(claim, { outcome, reason, at: clock.now(), endedFor })) {
      publish(claim, outcome, reason);
    }
  };

  const send = async (claim: ClaimedSchedule, author: Actor, lateMs: number) => {
    const late = lateMs > IN_ORDER_WITHIN_MS;
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
          const targets = await options.targetsOf(author, claim);
          if (targets instanceof Refusal) return targets;
          if (targets.length === 0) return NO_DEVICES;
          const remaining = targets.filter(({ device }) => !commanded.has(device.id));
          return remaining.length === 0 ? SUPERSEDED : remaining;
        },
        value: claim.color,
        whom: { kind: claim.whom.kind, group: claim.whom.group },
        deadlineAt: clock.now() + SCHEDULE_DEADLINE_MS,
        schedule: { id: claim.id, token: claim.token },
      });
      if (command instanceof Refusal) {
        return await end(claim, command === SUPERSEDED ? 'superata' : 'mancata', command.message);
      }
      // How it ends is told once its deliveries have ended.
      publish(claim, 'in corso', null);
    } catch (error) {
      // Another server claimed it after this lease ended, or it was cancelled meanwhile: it is not ours any more.
      if (!(error instanceof ClaimLostError)) throw error;
    }
  };

  return async (claim, lateMs) => {
    const { author } = claim;
    if (!author) return end(claim, 'annullata', "L'utente non esiste più");
    if (lateMs > Math.max(options.lateWithinMs, IN_ORDER_WITHIN_MS)) {
      return end(
        claim,
        'mancata',
        'All’ora prevista il server non era attivo, o il suo orologio è stato spostato',
      );
    }
    return send(claim, author, lateMs);
  };
}
