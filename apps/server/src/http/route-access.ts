import type { Access } from '@semaforo/contract/api/addresses';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. */
    access?: Access | 'this-machine';
  }
}

/** From here on a route that does not say who may call it is a mistake that stops the start. */
export function refuseRoutesWithoutAccess(server: FastifyInstance): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined)
      throw new Error(`${String(method)} ${url} does not say who may call it`);
  });
}
