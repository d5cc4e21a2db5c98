/** What other rooms must know of users at once: sessions to end (reset, changed password, changed role), or a user gone with their devices set free. */
export type UserEvent = { kind: 'sessions-ended'; userId: number } | { kind: 'deleted'; userId: number };
