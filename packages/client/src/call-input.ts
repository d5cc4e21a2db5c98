import type { Route, Sent } from '@semaforo/contract/api/route';

/** Values of the path and of the query may be given as numbers: they are written as text. */
type OrNumber<P> = { [Name in keyof P]: P[Name] | number };

type Parts<R extends Route> = {
  params: OrNumber<Sent<R>['params']>;
  query: OrNumber<Sent<R>['query']>;
  body: Sent<R>['body'];
};

/** The parts that a caller may leave out: the route does not declare them, or requires nothing in them. */
type OptionalPart<P> = {
  [Name in keyof P]: undefined extends P[Name] ? Name : object extends P[Name] ? Name : never;
}[keyof P];

export type CallOptions = {
  /** Gives the call up. */
  signal?: AbortSignal;
  /** Replaces the key that an idempotent route gets for each call. */
  idempotencyKey?: string;
  /** When the person pressed, by the server's clock (ISO): goes with the routes that refuse an old press. */
  issuedAt?: string;
};

/** What a call of a route takes: the parts that the route declares, and options. */
export type CallInput<R extends Route> = Omit<Parts<R>, OptionalPart<Parts<R>>> &
  Partial<Pick<Parts<R>, OptionalPart<Parts<R>>>> &
  CallOptions;

/** The same as a parameter list: the input may be missing when nothing in it is required. */
export type CallArguments<R extends Route> =
  object extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/**
 * The input of any route. `knownTag`: the ETag of the answer that the caller has; when it is still the answer, the
 * response is a 304.
 */
export type AnyInput = CallOptions & { params?: object; query?: object; body?: unknown; knownTag?: string };
