import type { Answer, Route, Sent } from '@semaforo/contract/api/route';
import { type RouteName, type Routes, routes } from '@semaforo/contract/api/routes';

/** Calls routes by name, with the contract's types; an answer that is no success throws an `ApiFailure`. */
export type ApiClient = <Name extends RouteName>(
  name: Name,
  sent?: Partial<Sent<Routes[Name]>>,
) => Promise<Answer<Routes[Name]>>;

export class ApiFailure extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type LooselySent = { params?: unknown; query?: unknown; body?: unknown };

type Credentials = { username: string; password: string };

/** A client that is logged in. */
export async function logIn(origin: string, credentials: Credentials): Promise<ApiClient> {
  return createApiClient(origin, await tokenOf(origin, credentials));
}

/** A token, for calls that no client makes. */
export async function tokenOf(origin: string, credentials: Credentials): Promise<string> {
  const { accessToken } = await createApiClient(origin)('logIn', { body: credentials });
  return accessToken;
}

function createApiClient(origin: string, token?: string): ApiClient {
  return async <Name extends RouteName>(name: Name, sent: Partial<Sent<Routes[Name]>> = {}) =>
    (await call({ origin, token, route: routes[name], sent })) as Answer<Routes[Name]>;
}

async function call({
  origin,
  token,
  route,
  sent,
}: {
  origin: string;
  token: string | undefined;
  route: Route;
  sent: LooselySent;
}): Promise<unknown> {
  const response = await fetch(origin + pathOf(route, sent), {
    method: route.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiFailure(response.status, `${route.method} ${route.path}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function pathOf(route: Route, { params, query }: LooselySent): string {
  const values = new Map(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => values.get(name) ?? '');
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}
