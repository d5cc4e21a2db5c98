export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'unprocessable'
  | 'too-many'
  | 'unavailable';

/** An expected failure, returned as a value: its kind, a code for programs, an Italian sentence for people. */
export class Refusal {
  readonly kind: RefusalKind;
  readonly code: string;
  readonly message: string;
  /** Seconds after which it is worth trying again. */
  readonly retryAfterS: number | undefined;

  constructor(kind: RefusalKind, refusal: { code: string; message: string; retryAfterS?: number }) {
    this.kind = kind;
    this.code = refusal.code;
    this.message = refusal.message;
    this.retryAfterS = refusal.retryAfterS;
  }
}

/** What is absent and what is another's answer exactly alike (docs/rules.md#owners). */
export function notFound(): Refusal {
  return new Refusal('not-found', { code: 'not-found', message: 'Non trovato' });
}
