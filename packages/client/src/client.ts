import type { Answer } from '@semaforo/contract/api/route';
import type { RouteName, Routes } from '@semaforo/contract/api/routes';
import type { CallArguments } from './call-input.ts';
import { callRoute, readAnswer, sendRequest } from './call-route.ts';
import { type ApiError, readApiError } from './failures.ts';
import { type Connection, locate } from './request.ts';
import { readBody, send } from './send.ts';

export type Credentials = {
  username: string;
  password: string;
  /** Of the second factor, for a user who has one. */
  code?: string;
};

/** How a call ended, for callers who expect refusals. */
export type Outcome<Name extends RouteName> =
  | { ok: true; status: number; headers: Headers; answer: Answer<Routes[Name]> }
  | { ok: false; status: number; headers: Headers; error: ApiError };

/** Calls the API as one user: `const { devices } = await anna('listDevices')`. */
export type Client = {
  /** Resolves to the answer of the route. Rejects with an ApiError (refused) or a NetworkError (not reached). */
  <Name extends RouteName>(name: Name, ...input: CallArguments<Routes[Name]>): Promise<Answer<Routes[Name]>>;
  /** Like a call, but a refusal is a value. Rejects with a NetworkError only. */
  attempt<Name extends RouteName>(name: Name, ...input: CallArguments<Routes[Name]>): Promise<Outcome<Name>>;
  /** Sends a request that no route describes, such as a malformed one. Resolves to any response. */
  request(method: string, path: string, options?: RawRequest): Promise<Reply>;
  /** The access token; undefined when the client is not logged in. */
  readonly token: string | undefined;
};

/** A client with the given token, or one that is not logged in. */
export function createClient(connection: Connection): Client {
  const call = <Name extends RouteName>(name: Name, ...input: CallArguments<Routes[Name]>) =>
    callRoute(connection, name, ...input);

  const attempt = async <Name extends RouteName>(
    name: Name,
    ...[input]: CallArguments<Routes[Name]>
  ): Promise<Outcome<Name>> => {
    const response = await sendRequest(connection, name, input ?? {});
    const { ok, status, headers } = response;
    return ok
      ? { ok, status, headers, answer: await readAnswer<Name>(response) }
      : { ok, status, headers, error: await readApiError(response) };
  };

  return Object.assign(call, {
    attempt,
    request: (method: string, path: string, options?: RawRequest) =>
      sendRawRequest(connection, method, path, options),
    token: connection.token ?? undefined,
  });
}

/** Logs in and resolves to the client of that user. Rejects with an ApiError when the credentials are wrong. */
export async function logIn(connection: Connection, credentials: Credentials): Promise<Client> {
  const { accessToken } = await callRoute(connection, 'logIn', { body: credentials });
  return createClient({ ...connection, token: accessToken });
}

/** A body that is not text is sent as JSON. The headers replace those that the client sets: content type and token. */
type RawRequest = { body?: unknown; headers?: Record<string, string> };

/** A response as it came. `body` is parsed when it is JSON, text when it is not, undefined when it is empty. */
type Reply = { status: number; headers: Headers; body: unknown };

/** Sends any method to any path. Rejects with a NetworkError when there is no response. */
async function sendRawRequest(
  connection: Connection,
  method: string,
  path: string,
  { body, headers }: RawRequest = {},
): Promise<Reply> {
  const response = await send(connection, locate(path, connection.origin), {
    method,
    headers: {
      ...(connection.token && { authorization: `Bearer ${connection.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await readBody(response) };
}
