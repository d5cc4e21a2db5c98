import type { Route } from '@semaforo/contract/api/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import { sendRefusal } from './failures.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** When it arrived (epoch ms). */
    arrivedAt: number;
  }
}

const UNAUTHENTICATED = new Refusal('unauthenticated', {
  code: 'unauthenticated',
  message: 'Sessione mancante o scaduta: accedi di nuovo',
});
const FORBIDDEN = new Refusal('forbidden', {
  code: 'forbidden',
  message: 'Operazione riservata agli amministratori',
});

/** Applies the access policy of a route: sets the caller of the request, or answers a refusal. */
export async function admit(options: {
  request: FastifyRequest;
  reply: FastifyReply;
  route: Route;
  authenticate: (token: string) => Promise<Actor | undefined>;
}): Promise<unknown> {
  const { request, reply, route } = options;
  if (route.access === 'public') return undefined;
  const token = /^Bearer ([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  request.actor = token === undefined ? undefined : await options.authenticate(token);
  if (!request.actor) return sendRefusal(reply, UNAUTHENTICATED);
  if (route.access === 'admin' && request.actor.role !== 'admin') return sendRefusal(reply, FORBIDDEN);
  return undefined;
}
