/** Encrypted, for one browser, at the address that its maker's push service gave it. */
export type PushRequest = { endpoint: string; body: Buffer; authorization: string; ttlS: number };

/** What the push service answered; `retryAfterMs`: when it wants to be asked again. */
export type PushAnswer = { status: number; retryAfterMs: number | null };

/** Hands a message to a push service. Rejects with an Error when there was no answer. */
export type SendPush = (request: PushRequest, signal: AbortSignal) => Promise<PushAnswer>;
