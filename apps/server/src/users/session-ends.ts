import { SESSION_ENDS } from '@semaforo/contract/domain/session-ends';
import { Refusal } from '../platform/refusal.ts';

const ended = (code: string, message: string) => new Refusal('unauthenticated', { code, message });

/** The answers to a token that does not count: forged, or of a session that has ended, and why. */
export const SESSION_REFUSALS = {
  invalid: ended('unauthenticated', 'Sessione mancante o scaduta: accedi di nuovo'),
  expired: ended(SESSION_ENDS.expired, 'Sessione scaduta: accedi di nuovo'),
  password: ended(SESSION_ENDS.password, 'La tua password è stata cambiata: accedi di nuovo'),
  user: ended(SESSION_ENDS.user, 'Sessione chiusa: accedi di nuovo'),
  admin: ended(SESSION_ENDS.admin, 'Sessione chiusa da un amministratore: accedi di nuovo'),
  wall: ended(SESSION_ENDS.wall, 'Questo schermo di sala non è più collegato'),
  newer: ended(SESSION_ENDS.newer, 'Sessione chiusa perché ne hai aperte troppe: accedi di nuovo'),
};
