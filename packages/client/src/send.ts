import { NetworkError } from './failures.ts';
import type { Connection } from './request.ts';

/** Sends one request. Rejects with a NetworkError when there is no response, with the signal's reason when given up. */
export async function send(connection: Connection, address: URL, init: RequestInit): Promise<Response> {
  try {
    const response = await (connection.fetch ?? fetch)(address, init);
    const date = response.headers.get('date');
    if (date !== null) connection.onDate?.(date);
    return response;
  } catch (error) {
    init.signal?.throwIfAborted();
    throw new NetworkError(error);
  }
}

/** The body of a response: parsed when it is JSON, as text when it is not, undefined when it is empty. */
export async function readBody(response: Response): Promise<unknown> {
  if (response.headers.get('content-type')?.startsWith('application/json')) return response.json();
  const text = await response.text();
  return text === '' ? undefined : text;
}
