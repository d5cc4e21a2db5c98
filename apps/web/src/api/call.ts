import { type Address, addresses } from '@semaforo/contract/api/addresses';
import type { Answer, Route, Sent } from '@semaforo/contract/api/route';
import type { RouteName, Routes } from '@semaforo/contract/api/routes';
import { ApiError, NetworkError } from './failures.ts';
import { API_ORIGIN } from './origin.ts';
import { clearAccessToken, readAccessToken } from './session.ts';

/** Path parameters may be given as numbers: they are written into the path. */
type Loose<P> = { [Name in keyof P]: P[Name] | number };
type Parts<R extends Route> = {
  params: Loose<Sent<R>['params']>;
  query: Sent<R>['query'];
  body: Sent<R>['body'];
};
/** A part is left out when the route declares none, and may be when nothing in it is obligatory. */
type Omittable<P> = {
  [Name in keyof P]: undefined extends P[Name] ? Name : object extends P[Name] ? Name : never;
}[keyof P];

type CallOptions = {
  /** Gives the call up. */
  signal?: AbortSignal;
  /** For an idempotent route. Without it the call gets a key of its own. */
  idempotencyKey?: string;
};

/** The input of a call: the parts that its route declares, and options. */
export type CallInput<R extends Route> = Omit<Parts<R>, Omittable<Parts<R>>> &
  Partial<Pick<Parts<R>, Omittable<Parts<R>>>> &
  CallOptions;

type AnyInput = { params?: object; query?: object; body?: unknown } & CallOptions;

const KEY_BYTES = 16;

/**
 * Calls a route and gives its answer. Throws an ApiError when the server refuses (a 401 also ends the session, except at log-in)
 * and a NetworkError when it cannot be reached; an abort throws its own reason.
 */
export async function callRoute<Name extends RouteName>(
  name: Name,
  ...[input]: object extends CallInput<Routes[Name]>
    ? [input?: CallInput<Routes[Name]>]
    : [input: CallInput<Routes[Name]>]
): Promise<Answer<Routes[Name]>> {
  const response = await callForBody(name, input ?? {});
  // The server checks its answers by the schemas of this same route: they are not checked again here.
  return (response.status === 204 ? undefined : await response.json()) as Answer<Routes[Name]>;
}

/** As `callRoute`, but gives the successful response with its body still to be read. */
export async function callForBody(name: RouteName, sent: AnyInput): Promise<Response> {
  const route: Address = addresses[name];
  const token = route.access === 'public' ? null : readAccessToken();
  const response = await request(urlOf(route, sent), {
    method: route.method,
    headers: headersOf(route, sent, token),
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    signal: sent.signal ?? null,
  });
  if (!response.ok) {
    if (response.status === 401 && token !== null) clearAccessToken(token);
    throw await refusal(response);
  }
  return response;
}

async function request(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new NetworkError(error);
  }
}

function urlOf(route: Address, { params = {}, query = {} }: AnyInput): URL {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const url = new URL(path, API_ORIGIN);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function headersOf(route: Address, { body, idempotencyKey }: AnyInput, token: string | null): HeadersInit {
  return {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    // One key per click: a request that a browser or proxy repeats after a broken connection has no second effect.
    ...(route.idempotent === true && { 'Idempotency-Key': idempotencyKey ?? createIdempotencyKey() }),
  };
}

/** A random key. `crypto.randomUUID` does not exist on a page that was loaded without TLS. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const sentence = [fields.message, fields.error].find((text) => typeof text === 'string') ?? '';
  const code = typeof fields.code === 'string' ? fields.code : 'unknown';
  return new ApiError({ status: response.status, code, message: String(sentence) });
}
