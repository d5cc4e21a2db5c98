import { type Connection, locate } from './request.ts';
import { readBody, send } from './send.ts';

/** A body that is not text is sent as JSON. The headers replace those that the client sets: content type and token. */
export type RawRequest = { body?: unknown; headers?: Record<string, string> };

/** A response as it came. `body` is parsed when it is JSON, text when it is not, undefined when it is empty. */
export type Reply = { status: number; headers: Headers; body: unknown };

/** Sends any method to any path. Rejects with a NetworkError when there is no response. */
export async function sendRawRequest(
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
