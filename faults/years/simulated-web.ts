import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { runWhile, world } from './simulated-host.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The address of the console in the simulation. */
export const ORIGIN = 'http://semaforo.test';

/** A server that is suspended answers once it goes on. */
const ANSWERS_WITHIN_MS = 180_000;

/** HTTP between browsers and the server, without a network: what is asked of a server that is away fails. */
export function createSimulatedWeb() {
  let serving: { http: FastifyInstance; process: SimulatedProcess } | undefined;

  const fetch = async (address: URL, init: RequestInit = {}): Promise<Response> => {
    world.isBusy();
    const now = serving;
    const url = new URL(address);
    if (!now?.process.isAlive() || url.origin !== ORIGIN) throw new TypeError('fetch failed');
    const request = {
      method: (init.method ?? 'GET') as 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...Object.fromEntries(new Headers(init.headers)) },
      ...(init.body !== undefined && init.body !== null && { payload: init.body as string }),
    };
    const answer = await new Promise<LightMyRequestResponse>((resolve, reject) => {
      // Listened to within: the request begins only then, and is the server's from its beginning.
      world.as(now.process, () => void now.http.inject(request).then(resolve, reject));
    });
    const headers = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const { statusCode: status, rawPayload } = answer;
    return new Response(status === 204 || status === 304 ? null : new Uint8Array(rawPayload), {
      status,
      headers,
    });
  };

  return {
    fetch,
    serve: (http: FastifyInstance, process: SimulatedProcess) => {
      serving = { http, process };
    },
    /** The answer, or undefined when the server ended before it gave one. */
    ask: async <T>(asked: Promise<T>): Promise<T | undefined> => {
      const lost = serving?.process.ended.then(() => undefined);
      return runWhile(Promise.race([asked, ...(lost ? [lost] : [])]), ANSWERS_WITHIN_MS);
    },
  };
}
