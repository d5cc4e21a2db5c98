import { type AlertFacts, alertCondition } from '@semaforo/contract/domain/alert-rules';
import { ALERT_WORDS } from '@semaforo/contract/domain/alert-words';
import type { ApprovalKind } from '@semaforo/contract/domain/approval-rules';
import { counted } from '@semaforo/contract/domain/italian';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { PushAudience } from './push-messages.repository.ts';
import type { PushMessage } from './push-payload.ts';

const HALF_A_DAY_MS = 12 * 60 * 60_000;

/** An alert as a notification tells of it. */
export type PushedAlert = AlertFacts & {
  id: number;
  ownerId: number | null;
  authorId: number | null;
  color: SignalColor;
  from: number;
  reason: string;
  drill: boolean;
};

/** What waits for a second person. */
export type PushedApproval = {
  id: number;
  kind: ApprovalKind;
  username: string;
  asker: { id: number } | null;
  total: number;
  expiresAt: number;
  ownerIds: readonly (number | null)[];
};

const ASKED: Readonly<Record<ApprovalKind, string>> = {
  comando: 'chiede il rosso',
  pianificazione: 'pianifica il rosso',
  piano: 'chiede un piano con il rosso',
};

/** The words of an alarm: its first line says it all. `id` null: it is stored nowhere yet. */
export function alarmMessage(alarm: { id: number | null; key: string; text: string }): PushMessage {
  const [title = '', ...lines] = alarm.text.split('\n');
  const path = alarm.id === null ? '/allarmi' : `/allarmi#allarme-${alarm.id}`;
  return { key: alarm.key, title, text: lines.join('\n'), path, ttlMs: HALF_A_DAY_MS };
}

/** Of an alert that waits for a person; undefined of all others. An exercise says so first. */
export function alertMessage(
  alert: PushedAlert,
  { now, formatTime }: { now: number; formatTime: (instant: number) => string },
): PushMessage | undefined {
  const { state, awaits } = alertCondition(alert, now);
  const needsTwo = awaits === 'seconda persona';
  if (state !== 'proposta' && !needsTwo) return undefined;
  const name = ALERT_WORDS[alert.color];
  const span = `Dal ${formatTime(alert.from)} alle ${formatTime(alert.to)}.`;
  const asked = needsTwo
    ? 'Serve la conferma di una seconda persona nella pagina Allerte.'
    : 'Va confermata o rifiutata nella pagina Allerte.';
  return {
    key: `alert:${alert.id}:${needsTwo ? 'second' : 'proposed'}`,
    title: `${alert.drill ? 'PROVA, ESERCITAZIONE. ' : ''}Proposta: ${name}`,
    text: [`${span} ${asked}`, `Motivo: ${alert.reason}`].join('\n'),
    path: '/allerte',
    ttlMs: Math.min(Math.max(alert.to - now, 0), HALF_A_DAY_MS),
  };
}

/**
 * Whose it is: of the proposals of all Comuni an admin would get thousands. What waits for a second person is for
 * everyone who sees it but the first.
 */
export function alertAudience({ ownerId, authorId, ...alert }: PushedAlert, now: number): PushAudience {
  const needsTwo = alertCondition(alert, now).awaits === 'seconda persona';
  return {
    ownerIds: [ownerId],
    withAdmins: needsTwo || ownerId === null,
    not: needsTwo ? authorId : null,
  };
}

/** Of what one person asked for and another is to approve, while that can be done. */
export function approvalMessage(
  { id, kind, username, total, expiresAt }: PushedApproval,
  { now, formatTime }: { now: number; formatTime: (instant: number) => string },
): PushMessage {
  return {
    key: `approval:${id}`,
    title: 'Rosso: serve una seconda persona',
    text:
      `${username} ${ASKED[kind]} per ${counted(total, ['dispositivo', 'dispositivi'])}. ` +
      `Si conferma o si rifiuta nella console, entro le ${formatTime(expiresAt)}.`,
    path: '/dashboard',
    ttlMs: expiresAt - now,
  };
}
