import type { Access } from '@semaforo/contract/api/addresses';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. */
    access?: Access | 'this-machine';
    /** Its name in the route table, if it is in it. */
    name?: string;
    /** True when it is a press of a person, most of which are commands. */
    aging?: boolean;
    /** The member of a large JSON body whose arrays are left out. */
    emptied?: string;
  }
}

/** Makes the start fail when a route mounted later has no access policy. */
export function refuseRoutesWithoutAccess(server: FastifyInstance): void {
  server.addHook('onRoute', ({ method, url, config }) => {
    if (config?.access === undefined) throw new Error(`${String(method)} ${url} has no access policy`);
  });
}
