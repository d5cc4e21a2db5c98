import { z } from 'zod';
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_EVENTS } from '../domain/webhook-events.ts';
import { addresses } from './addresses.ts';
import { byId, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** So many addresses are notified. */
export const WEBHOOKS_AT_MOST = 50;

const ADDRESS_SENTENCE = 'L’indirizzo va scritto come https://esempio.it/avvisi, senza utente e password';

const address = text.pipe(
  z
    .string()
    .max(1000, 'L’indirizzo ha al massimo 1000 caratteri')
    .refine((written) => {
      if (!URL.canParse(written)) return false;
      const { protocol, username, password, hash } = new URL(written);
      return /^https?:$/.test(protocol) && username + password + hash === '';
    }, ADDRESS_SENTENCE),
);

const event = z.enum(WEBHOOK_EVENTS, 'Questo evento non esiste');

/** One event on its way to one address; `event` is `test` for a trial. Kept for 30 days. */
const deliverySchema = z.strictObject({
  /** As in `Semaforo-Delivery`: the same each time that it is sent again. */
  id: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  created_at: time,
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.int().min(0),
  /** With what the last attempt was answered; null: there was no answer, or no attempt yet. */
  status_code: z.int().nullable(),
  failure: z.string().nullable(),
  next_try_at: time.nullable(),
});

export type WebhookDelivery = z.infer<typeof deliverySchema>;

const webhookSchema = z.strictObject({
  id,
  url: z.string(),
  events: z.array(event),
  /** Whose events only; null: those of all. */
  user_id: id.nullable(),
  username: z.string().nullable(),
  created_at: time,
  /** The last eight, oldest first. */
  last_deliveries: z.array(deliverySchema),
});

export type Webhook = z.infer<typeof webhookSchema>;

export const webhookRoutes = {
  listWebhooks: defineRoute(addresses.listWebhooks, {
    summary: 'Gli indirizzi di altri sistemi che ricevono avvisi, con le ultime consegne',
    success: { status: 200, body: z.strictObject({ webhooks: z.array(webhookSchema) }) },
  }),
  createWebhook: defineRoute(addresses.createWebhook, {
    summary:
      'Aggiunge un indirizzo a cui mandare avvisi firmati (docs/webhook.md); il segreto si vede solo in questa risposta',
    body: z.strictObject({
      url: address,
      events: z
        .array(event, 'Servono gli eventi')
        .min(1, 'Serve almeno un evento')
        .refine((events) => new Set(events).size === events.length, 'Un evento è indicato due volte'),
      user_id: id.optional(),
    }),
    secret: true,
    success: { status: 201, body: z.strictObject({ id, secret: z.string() }) },
    refusals: [404, 409, 422],
  }),
  deleteWebhook: defineRoute(addresses.deleteWebhook, {
    summary: 'Toglie un indirizzo; ciò che aspettava non parte più',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
  listWebhookDeliveries: defineRoute(addresses.listWebhookDeliveries, {
    summary: 'Le ultime 200 consegne a un indirizzo, dalla più recente; si tengono 30 giorni',
    params: byId,
    success: { status: 200, body: z.strictObject({ deliveries: z.array(deliverySchema) }) },
    refusals: [404],
  }),
  testWebhook: defineRoute(addresses.testWebhook, {
    summary: 'Manda adesso l’evento di prova test, e dice che cosa è tornato',
    params: byId,
    success: { status: 200, body: deliverySchema },
    refusals: [404],
  }),
};
