import { PUNCTUAL_WITHIN_MS, type ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { AcceptCommand } from '../commands/accept-command.ts';
import {
  type CommandRequest,
  type CommandTarget,
  SCHEDULE_DEADLINE_MS,
} from '../commands/command-request.ts';
import { ClaimLostError } from '../commands/executed-schedule.ts';
import { NotProblem } from '../commands/store-intents.ts';
import type { AlertStep } from '../database/schema/schedules.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { COMMAND_TOO_OLD, Refusal } from '../platform/refusal.ts';
import type { ClaimedSchedule } from './claim-due-schedules.ts';
import type { DueSchedulesRepository } from './due-schedules.repository.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import type { TargetsOf } from './schedule-targets.ts';
import { storedTargets } from './stored-targets.ts';

/**
 * Up to here schedules run in the order of their times; later ones run newest first, and give way to what was commanded
 * since. It is more than being punctual allows (docs/rules.md#schedule-outcomes): a crowd of one instant stays in
 * order.
 */
export const IN_ORDER_WITHIN_MS = 2000;

/** The beginning or the end of an alert that changes no lamp is done without a command. */
export const NOTHING_TO_COMMAND = new Refusal('conflict', {
  code: 'nothing-to-command',
  message: 'Nessuna lampada da cambiare',
});
/** What a schedule does when it is due: all of its command but the devices, which are known in its turn. */
type ScheduledAct = Pick<CommandRequest, 'author' | 'origin' | 'value' | 'whom'> & {
  targets: (commandedOf: CommandedOf) => Promise<readonly CommandTarget[] | Refusal>;
};
/** Those among some devices that were commanded since a schedule was due. */
export type CommandedOf = (deviceIds: readonly number[]) => Promise<ReadonlySet<number>>;
/** What begins or ends an alert; NOTHING_TO_COMMAND when that changes no lamp. */
export type ActOfAlert = (alert: { id: number; step: AlertStep }) => Promise<ScheduledAct | Refusal>;

export const SUPERSEDED = new Refusal('conflict', {
  code: 'schedule-superseded',
  message: 'Un comando più recente è stato accettato dopo l’ora prevista',
});
/** What a machine would have lowered (docs/rules.md#what-a-schedule-does-not-lower). */
export const KEPT_FOR_ALERT = new Refusal('conflict', {
  code: 'kept-for-alert',
  message: 'Saltata: allerta in corso, e una pianificazione fatta prima non abbassa il colore',
});
export const KEPT_FOR_PERSON = new Refusal('conflict', {
  code: 'kept-for-person',
  message: 'Saltata: un piano ricorrente non abbassa un colore che hanno dato una persona o un’allerta',
});
/** Leaves out the signals whose color a schedule of that author may not lower; refuses when none is left. */
export type KeepHigher = (
  schedule: Pick<ClaimedSchedule, 'deviceType' | 'color' | 'createdAt' | 'plan'>,
  author: Actor,
  targets: readonly CommandTarget[],
) => Promise<readonly CommandTarget[] | Refusal>;

/** What was due before the first start on a restored backup may have been done, and overridden, since that was made. */
const BEFORE_RESTORE = 'Ripristinata una copia: ciò che era previsto prima non viene ripetuto';

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
  actOfAlert: ActOfAlert;
  keepHigher: KeepHigher;
  acceptCommand: AcceptCommand;
  events: EventChannel<ScheduleEvent>;
  /** Later than this (ms) one does not run any more (docs/rules.md#execution). */
  lateWithinMs: number;
  /** When the first server started on a restored backup; undefined where there was none. */
  restoredStart: () => number | undefined;
  clock: Clock;
}): RunSchedule {
  const { repository, clock } = options;

  const publish = (claim: ClaimedSchedule, outcome: ScheduleOutcome, reason: string | null) =>
    options.events.publish({
      scheduleId: claim.id,
      authorId: claim.author?.id ?? null,
      alertId: claim.alert?.id ?? null,
      planId: claim.plan?.id ?? null,
      outcome,
      reason,
    });

  const end = async (claim: ClaimedSchedule, outcome: ScheduleOutcome, reason: string) => {
    const endedFor = await storedTargets(options.targetsOf, claim);
    if (await repository.end(claim, { outcome, reason, at: clock.now(), endedFor })) {
      publish(claim, outcome, reason);
    }
  };

  const ofPerson = (claim: ClaimedSchedule, author: Actor): ScheduledAct => ({
    author: { id: author.id, username: author.username, address: null },
    origin: 'pianificazione',
    value: claim.color,
    whom: { kind: claim.whom.kind, group: claim.whom.group },
    targets: async (commandedOf) => {
      const targets = await options.targetsOf(author, claim);
      if (targets instanceof Refusal) return targets;
      if (targets.length === 0) return NO_DEVICES;
      const commanded = await commandedOf(targets.map(({ device }) => device.id));
      const remaining = targets.filter(({ device }) => !commanded.has(device.id));
      return remaining.length === 0 ? SUPERSEDED : options.keepHigher(claim, author, remaining);
    },
  });

  const send = async (claim: ClaimedSchedule, author: Actor, lateMs: number) => {
    const late = lateMs > IN_ORDER_WITHIN_MS;
    const act = claim.alert ? await options.actOfAlert(claim.alert) : ofPerson(claim, author);
    if (act instanceof Refusal) return end(claim, outcomeOf(act), act.message);
    const { targets, ...what } = act;
    try {
      const command = await options.acceptCommand({
        ...what,
        // An alert looks at what was commanded before; that of a Comune, at what concerns its own devices.
        ...(claim.alert && author.role === 'user' && { ownerId: author.id }),
        deviceType: claim.deviceType,
        // In its turn, when whatever was accepted before is stored: a click that was still on its way is newer, too.
        // A schedule on time ignores commands with a later time: they come from a clock that was ahead. A late one
        // gives way to them.
        resolveTargets: () =>
          targets((among) =>
            repository.devicesCommandedSince(claim, { among, until: late ? undefined : clock.now() }),
          ),
        deadlineAt: clock.now() + SCHEDULE_DEADLINE_MS,
        schedule: { id: claim.id, token: claim.token },
        ofPlan: claim.plan !== null,
      });
      // Nothing of it was stored: how late it may begin is another matter than how long it may be sent.
      if (command === COMMAND_TOO_OLD) throw new NotProblem('its turn came too late');
      if (command instanceof Refusal) {
        return await end(claim, outcomeOf(command), command.message);
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
    if (claim.executeAt <= (options.restoredStart() ?? -Infinity))
      return end(claim, 'mancata', BEFORE_RESTORE);
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

function outcomeOf(refusal: Refusal): ScheduleOutcome {
  if (refusal === NOTHING_TO_COMMAND) return 'eseguita';
  return [SUPERSEDED, KEPT_FOR_ALERT, KEPT_FOR_PERSON].includes(refusal) ? 'superata' : 'mancata';
}
