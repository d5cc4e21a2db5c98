import type { Route } from '@semaforo/contract/api/route';
import type { AnyInput } from './call-input.ts';

/** Where the server is and as whom to call it. */
export type Connection = {
  /** Such as `https://semaforo.example.it`. */
  origin: string;
  /** The access token; none before the log-in. Routes that anyone may call do not get it. */
  token?: string | null | undefined;
  /** Replaces the global `fetch`. */
  fetch?: (url: URL, init: RequestInit) => Promise<Response>;
};

const KEY_BYTES = 16;

/** The address of a route: its path with the parameters, and the query. */
export function addressOf(route: Route, { params = {}, query = {} }: AnyInput, origin: string): URL {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const address = new URL(path, origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  return address;
}

/** Method, headers and body of a call, as `fetch` takes them. */
export function requestOf(route: Route, input: AnyInput, token: string | null | undefined): RequestInit {
  return {
    method: route.method,
    headers: headersOf(route, input, token),
    body: encodeBody(route, input.body),
    signal: input.signal ?? null,
  };
}

function headersOf(
  route: Route,
  { body, idempotencyKey }: AnyInput,
  token: string | null | undefined,
): Record<string, string> {
  return {
    ...(body !== undefined && { 'Content-Type': route.consumes?.type ?? 'application/json' }),
    ...(token && route.access !== 'public' && { Authorization: `Bearer ${token}` }),
    // One key per call: when a browser or proxy repeats the request over a broken connection, it has no second effect.
    ...(route.idempotent === true && { 'Idempotency-Key': idempotencyKey ?? newKey() }),
  };
}

function encodeBody({ consumes }: Route, body: unknown): string | null {
  if (body === undefined) return null;
  return consumes === undefined ? JSON.stringify(body) : String(body);
}

/** Browsers offer `crypto.randomUUID` only over TLS; the console may be opened without it, by a local address. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
