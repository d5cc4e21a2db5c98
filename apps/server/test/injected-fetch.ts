import type { createHttpServer } from '../src/http/http-server.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** A `fetch` that hands each request to a server that does not listen, as if it came from that address and browser. */
export function injectedFetch(
  server: Awaited<ReturnType<typeof createHttpServer>>,
  from: { address?: string | undefined; cookie?: string | undefined } = {},
): (url: URL, init: RequestInit) => Promise<Response> {
  return async ({ pathname, search }, { method, headers, body }) => {
    const response = await server.inject({
      method: METHODS.find((known) => known === method) ?? 'GET',
      url: pathname + search,
      remoteAddress: from.address ?? '127.0.0.1',
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        ...(from.cookie !== undefined && { cookie: from.cookie }),
      },
      ...(typeof body === 'string' && { payload: body }),
    });
    return new Response(response.body === '' ? null : response.body, {
      status: response.statusCode,
      headers: Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    });
  };
}
