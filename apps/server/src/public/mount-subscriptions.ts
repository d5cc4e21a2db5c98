import { browserSchema } from '@semaforo/contract/api/push';
import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendNotFound, sendRefusal } from '../http/failures.ts';
import { Refusal } from '../platform/refusal.ts';
import { PAGE_AT, type PageRequest } from './page-request.ts';
import type { PublicPages } from './public-pages.ts';
import type { ReaderLimits } from './reader-limits.ts';

/** A browser, and from which color on it is told. */
const askedSchema = browserSchema.extend({ from: z.enum(SIGNAL_COLORS).exclude(['verde']) });
const leftSchema = browserSchema.pick({ endpoint: true });

/** The browsers of citizens, kept where messages are sent from. */
export type Subscriptions = {
  publicKey: () => Promise<string>;
  /** False when nothing can be sent to it, or the Comune has too many. */
  add: (userId: number, asked: z.infer<typeof askedSchema>) => Promise<boolean>;
  remove: (userId: number, endpoint: string) => Promise<void>;
};

const NOT_READABLE = new Refusal('invalid', {
  code: 'invalid-request',
  message: 'La richiesta non è valida',
});
const NOT_TAKEN = new Refusal('unprocessable', {
  code: 'push-address-refused',
  message: 'Questo browser non può ricevere avvisi',
});

/** Citizens ask to be told of a Comune, and end that again: by the page, or with one tap on what they were told. */
export function mountSubscriptions(
  server: FastifyInstance,
  {
    pages,
    subscriptions,
    limits,
  }: { pages: PublicPages; subscriptions: Subscriptions; limits: ReaderLimits },
): void {
  const at = `${PAGE_AT}/avvisi`;
  const options = { config: { access: 'public' }, preHandler: limits.ofSubscriptions } as const;
  server.get(at, options, async (request: PageRequest, reply) => {
    if (!pages.find(request.params.slug)) return sendNotFound(request, reply);
    return reply.header('cache-control', 'no-store').send({ key: await subscriptions.publicKey() });
  });
  server.post(at, options, async (request: PageRequest, reply) => {
    const page = pages.find(request.params.slug);
    if (!page) return sendNotFound(request, reply);
    const asked = askedSchema.safeParse(request.body);
    if (!asked.success) return sendRefusal(reply, NOT_READABLE);
    if (!(await subscriptions.add(page.comune.userId, asked.data))) return sendRefusal(reply, NOT_TAKEN);
    return reply.code(204).send();
  });
  server.delete(at, options, async (request: PageRequest, reply) => {
    const page = pages.find(request.params.slug);
    if (!page) return sendNotFound(request, reply);
    const left = leftSchema.safeParse(request.body);
    if (!left.success) return sendRefusal(reply, NOT_READABLE);
    await subscriptions.remove(page.comune.userId, left.data.endpoint);
    return reply.code(204).send();
  });
}
