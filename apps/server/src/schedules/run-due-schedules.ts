import { setImmediate as nextTurn } from 'node:timers/promises';
import { durationInWords } from '@semaforo/contract/domain/italian';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import { type AcceptCommand, type CommandTarget, SCHEDULE_DEADLINE_MS } from '../commands/accept-command.ts';
import { ClaimLostError } from '../commands/executed-schedule.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { failPoint } from '../platform/fail-point.ts';
import type { Logger } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ClaimedSchedule, DueSchedulesRepository } from './due-schedules.repository.ts';
import type { ScheduleEvent } from './schedule-events.ts';

/** Later than this a schedule was not on time. */
const PUNCTUAL_WITHIN_MS = 2000;
const MINUTE_MS = 60_000;
const LEASE_MS = 10_000;
/** One that could not be run for a fault of ours is tried again after this, not at once: the fault may last. */
const RETRY_AFTER_MS = 1000;
const ON_TIME_AT_ONCE = 500;
/** So many share a commit, and leave before the next ones are dealt with. */
const ON_TIME_TOGETHER = 50;
/** Few: between them what has just come due must not wait. */
const LATE_AT_ONCE = 50;

const SUPERSEDED = new Refusal('conflict', {
  code: 'schedule-superseded',
  message: 'Un comando più recente è stato accettato dopo l’ora prevista',
});
const NO_DEVICES = new Refusal('conflict', {
  code: 'no-devices',
  message: 'Nessun dispositivo da comandare',
});

/**
 * Runs what is due, with the same use case as a click and with the targets and rights of that moment. Devices that
 * were commanded later are left out: an old verde must never clear a new rosso. Schedules on time run first, in the
 * order of their times (equal times in the order of creation, so that the last one stays); then late ones, newest
 * first. Resolves when each has ended or its command is accepted.
 */
export function createRunDueSchedules(options: {
  repository: Omit<DueSchedulesRepository, 'releaseOwn' | 'nextDueAfter'>;
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
  logger: Logger;
}): () => Promise<void> {
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

  const run = async (claim: ClaimedSchedule, lateMs: number) => {
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

  const tryToRun = async (claim: ClaimedSchedule, lateMs: number) => {
    try {
      await run(claim, lateMs);
    } catch (error) {
      // One that fails does not hold back the others.
      options.logger.error(
        { err: error, schedule: claim.id },
        'a schedule could not be run, to be tried again',
      );
      await repository.release(claim, clock.now() + RETRY_AFTER_MS).catch(() => undefined);
    }
  };

  /** Those of a group are handed in together, in their order: their commands share a commit. */
  const runAll = async (claims: readonly ClaimedSchedule[], now: number, atOnce: number) => {
    for (const group of inChunks(claims, atOnce)) {
      await Promise.all(group.map((claim) => tryToRun(claim, now - claim.executeAt)));
      // The embedded database answers without letting go of the process: the messages of these must leave.
      await nextTurn();
    }
  };

  const runDue = async () => {
    for (;;) {
      const now = clock.now();
      const lease = { now, leaseMs: LEASE_MS };
      const lateUntil = now - PUNCTUAL_WITHIN_MS - 1;
      const onTime = await repository.claimDue(
        { from: lateUntil + 1, until: now, order: 'earliest-first', atMost: ON_TIME_AT_ONCE },
        lease,
      );
      if (onTime.length > 0) failPoint('after-claim');
      await runAll(onTime, now, ON_TIME_TOGETHER);
      const late = await repository.claimDue(
        { until: lateUntil, order: 'latest-first', atMost: LATE_AT_ONCE },
        lease,
      );
      if (late.length > 0) failPoint('after-claim');
      // One by one: each must see what the newer one before it has commanded.
      await runAll(late, now, 1);
      if (onTime.length < ON_TIME_AT_ONCE && late.length < LATE_AT_ONCE) return;
    }
  };
  return async () => {
    failPoint('before-claim');
    if (await repository.isAnyDue(clock.now())) await repository.takeTurn(runDue);
  };
}

/** A delay of minutes needs no seconds; a shorter one stays as it is. */
function toWholeMinutes(ms: number): number {
  return ms < MINUTE_MS ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS;
}
