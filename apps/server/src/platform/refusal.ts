export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'unsupported'
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
  /** True when it was done all the same, and only its outcome is not known: to ask again must not do it twice. */
  readonly acted: boolean;

  constructor(
    kind: RefusalKind,
    refusal: { code: string; message: string; retryAfterS?: number; acted?: boolean },
  ) {
    this.kind = kind;
    this.code = refusal.code;
    this.message = refusal.message;
    this.retryAfterS = refusal.retryAfterS;
    this.acted = refusal.acted ?? false;
  }
}

/** What is absent and what is another's answer exactly alike (docs/rules.md#owners). */
export function notFound(): Refusal {
  return new Refusal('not-found', { code: 'not-found', message: 'Non trovato' });
}

/** A press that is too old to be acted on, when it came or by the time its turn came (docs/rules.md#age-of-a-click). */
export const COMMAND_TOO_OLD = new Refusal('conflict', {
  code: 'command-too-old',
  message: 'Comando troppo vecchio, non inviato: è stato premuto oltre 10 s fa',
});
