import { type AlertDecision, type AlertState, UNDO_WITHIN_MS } from '@semaforo/contract/domain/alert-rules';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { type Actor, isSamePerson, maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { AlertEvent } from './alert-events.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import type { NeedsTwo } from './needs-two.ts';
import type { Appointment, Decision } from './store-decision.ts';
import { conditionOf, type StoredAlert } from './stored-alert.ts';

const CHANGED_MEANWHILE = new Refusal('conflict', {
  code: 'alert-changed',
  message: 'L’allerta è cambiata nel frattempo: guarda com’è adesso',
});

const SAME_PERSON = new Refusal('conflict', {
  code: 'same-person',
  message: 'Serve una seconda persona: l’allerta rossa che hai chiesto la conferma un’altra',
});

const UNDO_TOO_LATE = new Refusal('conflict', {
  code: 'undo-too-late',
  message: 'Si può annullare solo entro 10 secondi, e da parte di chi l’ha deciso: guarda com’è adesso',
});

/** The press was made in time, and has been on its way. */
const ON_ITS_WAY_MS = 5000;

const TAKEN_BACK: readonly AlertDecision[] = ['rifiutata', 'revocata', 'conclusa'];

/** What a person may do with an alert; each names the states that it is done from. */
const ACTS = {
  confirm: { action: 'alerts.confirm', decision: 'confermata', from: ['proposta', 'confermata', 'in corso'] },
  reject: { action: 'alerts.reject', decision: 'rifiutata', from: ['proposta'] },
  revoke: { action: 'alerts.revoke', decision: 'revocata', from: ['confermata', 'in corso'] },
  conclude: { action: 'alerts.conclude', decision: 'conclusa', from: ['in corso'] },
} as const satisfies Record<string, { action: string; decision: Decision['decision']; from: AlertState[] }>;

export type AlertAct = keyof typeof ACTS;

/** Decides an alert for a person: stored first, then published. */
export function createDecideAlert(options: {
  repository: Pick<AlertsRepository, 'find' | 'decide'>;
  needsTwo: NeedsTwo;
  events: EventChannel<AlertEvent>;
  clock: Clock;
}) {
  const { repository, clock } = options;
  /** The first of two wants what a bulletin proposes: it stays a proposal, now of that person. */
  const askAnother = async (alert: StoredAlert, author: AuditAuthor, at: number) => {
    if (alert.author !== null) return SAME_PERSON;
    const requested = { at, author, decision: 'proposta', action: 'alerts.ask', note: null } as const;
    if (!(await repository.decide(alert, requested, {}))) return CHANGED_MEANWHILE;
    options.events.publish({ alertId: alert.id, ownerId: alert.owner?.id ?? null, what: 'proposta' });
    return undefined;
  };

  /** True for a proposal that needs two people, when nobody else has wanted it yet. */
  const lacksAnother = async (alert: StoredAlert, actor: Actor) => {
    const { author, decision } = alert;
    if (decision !== 'proposta' || (author !== null && !isSamePerson(author, actor))) return false;
    return options.needsTwo(alert);
  };

  return async (
    act: AlertAct,
    alertId: number,
    by: {
      actor: Actor;
      author: AuditAuthor;
      reason: string | undefined;
      endsOverrides?: boolean;
      endsVerde?: boolean;
    },
  ): Promise<Refusal | undefined> => {
    const alert = await repository.find(alertId);
    if (!alert || !maySee(by.actor, alert.owner?.id ?? null)) return notFound();
    const now = clock.now();
    const meant = whatItDoes(act, alert, now);
    if (meant instanceof Refusal) return meant;
    if (act === 'confirm' && (await lacksAnother(alert, by.actor))) return askAnother(alert, by.author, now);
    const { appointment, ...decision } = meant;
    const stored = await repository.decide(
      alert,
      {
        ...{ at: now, author: by.author, note: by.reason ?? null, ...decision },
        endsOverrides: by.endsOverrides ?? false,
        endsVerde: by.endsVerde ?? false,
      },
      appointment,
    );
    if (!stored) return CHANGED_MEANWHILE;
    options.events.publish({ alertId, ownerId: alert.owner?.id ?? null, what: 'decisa' });
    return undefined;
  };
}

/** Takes back what a person decided a moment ago (docs/rules.md#alerts). */
export function createUndoDecision(options: {
  repository: Pick<AlertsRepository, 'find' | 'undo'>;
  events: EventChannel<AlertEvent>;
  clock: Clock;
}) {
  return async (
    alertId: number,
    { actor, author }: { actor: Actor; author: AuditAuthor },
  ): Promise<Refusal | undefined> => {
    const alert = await options.repository.find(alertId);
    if (!alert || !maySee(actor, alert.owner?.id ?? null)) return notFound();
    const at = options.clock.now();
    const { decision, decidedAt, decidedBy, to } = alert;
    const isRecent = decidedAt !== null && at - decidedAt <= UNDO_WITHIN_MS + ON_ITS_WAY_MS;
    const mayUndo = isRecent && decidedBy === actor.id && to > at && TAKEN_BACK.includes(decision);
    if (!mayUndo) return UNDO_TOO_LATE;
    if (!(await options.repository.undo(alert, { at, author }))) return CHANGED_MEANWHILE;
    options.events.publish({ alertId, ownerId: alert.owner?.id ?? null, what: 'decisa' });
    return undefined;
  };
}

/** What an act decides and appoints, from the state that the alert is in. */
function whatItDoes(
  act: AlertAct,
  alert: StoredAlert,
  now: number,
): (Pick<Decision, 'decision' | 'action'> & { appointment: Appointment }) | Refusal {
  const { action, decision, from } = ACTS[act];
  const { state, awaits } = conditionOf(alert, now);
  if (act === 'confirm' && awaits === 'fine') {
    // An end that nobody announced is a person's, who ends it now.
    const isAnnounced = alert.endConfirmed || alert.decision !== 'confermata';
    return { action, decision: isAnnounced ? alert.decision : 'conclusa', appointment: { end: now } };
  }
  const appointment = act === 'confirm' ? confirmation(alert, now) : ({ closes: true } as const);
  const isOpen = from.some((one) => one === state) && appointment !== undefined;
  return isOpen ? { action, decision, appointment } : notFrom(act, state);
}

/**
 * What a confirmation appoints: a proposal's beginning and end, a missed beginning at once, or the end of what a
 * machine raised; undefined when nothing is left to confirm.
 */
function confirmation(alert: StoredAlert, now: number): Appointment | undefined {
  const { awaits } = conditionOf(alert, now);
  if (alert.decision === 'proposta') return { begin: alert.from, end: alert.to };
  const end = alert.endConfirmed ? {} : { end: alert.to };
  if (awaits === 'inizio') return { begin: now, ...end };
  return alert.endConfirmed ? undefined : end;
}

function notFrom(act: AlertAct, state: AlertState): Refusal {
  const what = {
    confirm: 'confermare',
    reject: 'rifiutare',
    revoke: 'revocare',
    conclude: 'concludere',
  }[act];
  return new Refusal('conflict', {
    code: 'alert-not-open',
    message: `Questa allerta non si può ${what}: è ${state}`,
  });
}
