/** What other rooms must know of users at once: sessions to end (a password that was changed or reset), or a user gone with their devices set free. */
export type UserEvent = { kind: 'sessions-ended'; userId: number } | { kind: 'deleted'; userId: number };
