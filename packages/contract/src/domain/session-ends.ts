/** The codes with which a call is refused whose session has ended, by what ended it (docs/rules.md#sessions). */
export const SESSION_ENDS = {
  expired: 'session-expired',
  password: 'password-changed',
  user: 'session-closed',
  admin: 'session-closed-by-admin',
  newer: 'session-outnumbered',
  idle: 'session-idle',
  wall: 'wall-ended',
} as const;

export type SessionEnd = keyof typeof SESSION_ENDS;
