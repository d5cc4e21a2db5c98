/**
 * All sessions of a user end when the password is changed or reset, one when it is closed. The devices of a deleted
 * user have no owner any more.
 */
export type UserEvent =
  | { kind: 'sessions-ended'; userId: number }
  | { kind: 'session-ended'; userId: number; sessionId: number }
  | { kind: 'deleted'; userId: number };
