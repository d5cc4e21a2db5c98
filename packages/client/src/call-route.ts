import type { Answer, Route } from '@semaforo/contract/api/route';
import type { AnyInput, CallArguments } from './call-input.ts';
import { readApiError } from './failures.ts';
import { addressOf, type Connection, requestOf } from './request.ts';
import { readBody, send } from './send.ts';

/**
 * Calls a route and resolves to its answer. Rejects with an ApiError when the server refuses, with a NetworkError
 * when it cannot be reached, and with the reason of the signal when the call is given up.
 */
export async function callRoute<R extends Route>(
  connection: Connection,
  route: R,
  ...[input]: CallArguments<R>
): Promise<Answer<R>> {
  const response = await fetchRoute(connection, route, input ?? {});
  return readAnswer<R>(response);
}

/** Like `callRoute`, but resolves to the successful response, whose body is still to be read. */
export async function fetchRoute(connection: Connection, route: Route, input: AnyInput): Promise<Response> {
  const response = await sendRequest(connection, route, input);
  if (!response.ok) throw await readApiError(response);
  return response;
}

/** Sends the request and resolves to any response, refused or not. Rejects when there is none. */
export function sendRequest(connection: Connection, route: Route, input: AnyInput): Promise<Response> {
  const { origin, token } = connection;
  return send(connection, addressOf(route, input, origin), requestOf(route, input, token));
}

/** The body of a successful response; undefined for 204. */
export async function readAnswer<R extends Route>(response: Response): Promise<Answer<R>> {
  // The server checks its answers by this same route, so the client does not check them again.
  return (await readBody(response)) as Answer<R>;
}
