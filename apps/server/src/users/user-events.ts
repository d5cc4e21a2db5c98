/** Sessions end when a password is changed or reset. The devices of a deleted user have no owner any more. */
export type UserEvent = { kind: 'sessions-ended'; userId: number } | { kind: 'deleted'; userId: number };
