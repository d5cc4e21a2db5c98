import { type Address, addresses } from '@semaforo/contract/api/addresses';
import type { RouteName } from '@semaforo/contract/api/routes';
import { ISSUED_AT_HEADER } from '@semaforo/contract/domain/command-rules';
import type { AnyInput } from './call-input.ts';

/** Where the server is and as whom to call it. */
export type Connection = {
  /** Such as `https://semaforo.example.it`, or with the path under which a proxy has the console. */
  origin: string;
  /** The access token; none before the log-in. Routes that anyone may call do not get it. */
  token?: string | null | undefined;
  /** Called with the `Date` of each answer: the server's clock, in whole seconds. */
  onDate?: (date: string) => void;
  /** Replaces the global `fetch`. */
  fetch?: (url: URL, init: RequestInit) => Promise<Response>;
};

const KEY_BYTES = 16;

/** The URL of a call: the path of the route with its parameters, and the query. */
export function urlOf(name: RouteName, { params = {}, query = {} }: AnyInput, origin: string): URL {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = addresses[name].path.replace(/:(\w+)/g, (_, parameter: string) =>
    encodeURIComponent(String(values.get(parameter))),
  );
  const url = locate(path, origin);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  return url;
}

/** The URL of a path of the server. */
export function locate(path: string, origin: string): URL {
  return new URL(`${origin.replace(/\/+$/, '')}${path}`);
}

/** Method, headers and body of a call, as `fetch` takes them. */
export function requestOf(name: RouteName, input: AnyInput, token: string | null | undefined): RequestInit {
  const { body, signal } = input;
  const address: Address = addresses[name];
  return {
    method: address.method,
    headers: headersOf(address, input, token),
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    signal: signal ?? null,
  };
}

function headersOf(
  { access, idempotent, aging }: Address,
  { body, idempotencyKey, issuedAt, knownTag }: AnyInput,
  token: string | null | undefined,
): Record<string, string> {
  return {
    // The only bodies that are text are tables.
    ...(body !== undefined && { 'Content-Type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
    ...(token && access !== 'public' && { Authorization: `Bearer ${token}` }),
    // One key per call: when a browser or proxy repeats the request over a broken connection, it has no second effect.
    ...(idempotent === true && { 'Idempotency-Key': idempotencyKey ?? createIdempotencyKey() }),
    ...(knownTag !== undefined && { 'If-None-Match': knownTag }),
    ...(aging === true && issuedAt !== undefined && { [ISSUED_AT_HEADER]: issuedAt }),
  };
}

/** A random key. A browser has no `crypto.randomUUID` on a page that was loaded without TLS. */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
