import type { AnyInput, CallArguments } from '@semaforo/client/call-input';
import * as client from '@semaforo/client/call-route';
import { ApiError } from '@semaforo/client/failures';
import type { Connection } from '@semaforo/client/request';
import { addresses } from '@semaforo/contract/api/addresses';
import type { Answer } from '@semaforo/contract/api/route';
import type { RouteName, Routes } from '@semaforo/contract/api/routes';
import { noteServerDate } from '../platform/server-clock.ts';
import { API_ORIGIN } from './origin.ts';
import { clearAccessToken, readAccessToken } from './session.ts';
import { noteSecondFactorDemand } from './session-demand.ts';
import { sessionEndOf } from './session-end.ts';
import { askForProof } from './step-up.ts';

/**
 * Calls a route as the user of the session and resolves to its answer. Rejects with an ApiError when the server
 * refuses, with a NetworkError when it cannot be reached, and with the reason of the signal when the call is given up.
 * A 401 ends the session, except at log-in.
 */
export function callRoute<Name extends RouteName>(
  name: Name,
  ...input: CallArguments<Routes[Name]>
): Promise<Answer<Routes[Name]>> {
  return withSession(name, (connection) => client.callRoute(connection, name, ...input));
}

/** Like `callRoute`, but resolves to the response, whose body is still to be read: a successful one, or a 304. */
export function callForBody(name: RouteName, input: AnyInput): Promise<Response> {
  return withSession(name, (connection) => client.fetchRoute(connection, name, input));
}

async function withSession<T>(name: RouteName, call: (connection: Connection) => Promise<T>): Promise<T> {
  const token = readAccessToken();
  try {
    return await call({ origin: API_ORIGIN, token, onDate: noteServerDate });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'step-up-required' && (await askForProof()))
      return withSession(name, call);
    const isRefused =
      error instanceof ApiError && error.status === 401 && addresses[name].access !== 'public';
    if (error instanceof ApiError && error.code === 'second-factor-setup-required')
      noteSecondFactorDemand(true);
    if (isRefused && token !== null) clearAccessToken(token, sessionEndOf(error.code));
    throw error;
  }
}
