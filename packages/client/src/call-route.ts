import type { Answer } from '@semaforo/contract/api/route';
import type { RouteName, Routes } from '@semaforo/contract/api/routes';
import type { AnyInput, CallArguments } from './call-input.ts';
import { readApiError } from './failures.ts';
import { type Connection, requestOf, urlOf } from './request.ts';
import { send } from './send.ts';

/**
 * Calls a route and resolves to its answer. Rejects with an ApiError when the server refuses, with a NetworkError
 * when it cannot be reached, and with the reason of the signal when the call is given up.
 */
export async function callRoute<Name extends RouteName>(
  connection: Connection,
  name: Name,
  ...[input]: CallArguments<Routes[Name]>
): Promise<Answer<Routes[Name]>> {
  return readAnswer<Name>(await fetchRoute(connection, name, input ?? {}));
}

const NOT_MODIFIED = 304;

/**
 * Like `callRoute`, but resolves to the successful response, whose body is still to be read; or to a 304 without one,
 * when the caller named the tag of what it has.
 */
export async function fetchRoute(
  connection: Connection,
  name: RouteName,
  input: AnyInput,
): Promise<Response> {
  const response = await sendRequest(connection, name, input);
  const isKnown = input.knownTag !== undefined && response.status === NOT_MODIFIED;
  if (!response.ok && !isKnown) throw await readApiError(response);
  return response;
}

/** Sends the request and resolves to any response, refused or not. Rejects when there is none. */
export function sendRequest(connection: Connection, name: RouteName, input: AnyInput): Promise<Response> {
  const { origin, token } = connection;
  return send(connection, urlOf(name, input, origin), requestOf(name, input, token));
}

/** The body of a successful response; undefined for 204. */
export async function readAnswer<Name extends RouteName>(response: Response): Promise<Answer<Routes[Name]>> {
  const body: unknown = response.status === 204 ? undefined : await readSuccess(response);
  // The server checks its answers by the schemas of the route, so the client does not check them again.
  return body as Answer<Routes[Name]>;
}

function readSuccess(response: Response): Promise<unknown> {
  const isTable = response.headers.get('content-type')?.startsWith('text/csv');
  return isTable ? response.text() : response.json();
}
