import { z } from 'zod';
import { addresses } from './addresses.ts';
import { text, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** Replaces a stored password in answers. Sent back, it means "keep the password" (docs/rules.md#stored-secrets). */
export const PASSWORD_MASK = '********';

/**
 * The link to the broker: `connected` only after CONNACK and SUBACK, `since` the last change of that, `now` the time of
 * the server's clock. `sharedLogin`: devices may use one log-in for all on the embedded broker.
 */
export const brokerStatusSchema = z.strictObject({
  connected: z.boolean(),
  since: time,
  reason: z.string().nullable(),
  sharedLogin: z.boolean(),
  now: time,
});

export type BrokerStatus = z.infer<typeof brokerStatusSchema>;

const brokerConfigSchema = z.strictObject({
  broker: z.string(),
  port: z.int(),
  username: z.string(),
  password: z.string(),
});

const brokerConfigBody = z.strictObject({
  broker: text.trim().min(1, "Serve l'host del broker").max(255, "L'host è troppo lungo"),
  port: z
    .int('La porta è un numero intero')
    .min(1, 'La porta va da 1 a 65535')
    .max(65_535, 'La porta va da 1 a 65535'),
  username: text.max(255, 'Lo username è troppo lungo').optional(),
  password: text.max(1024, 'La password è troppo lunga').optional(),
});

/**
 * Where devices find the broker in use. `embedded`: it is the one inside this server, which `loopbackOnly` listens to
 * this machine alone; `addresses` are then those of this machine in the network. `tlsPort` null: no TLS, or not known.
 * `certificate`: what the embedded broker shows, as PEM. `reachIsGiven`: where it listens cannot be chosen in the
 * console.
 */
const deviceConnectionSchema = z.strictObject({
  embedded: z.boolean(),
  loopbackOnly: z.boolean(),
  addresses: z.array(z.string()),
  port: z.int(),
  tlsPort: z.int().nullable(),
  certificate: z.string().nullable(),
  reachIsGiven: z.boolean(),
  sharedLogin: z.boolean(),
});

export type DeviceConnectionData = z.infer<typeof deviceConnectionSchema>;

export const brokerRoutes = {
  getBrokerStatus: defineRoute(addresses.getBrokerStatus, {
    summary: 'Se il broker è raggiunto',
    success: { status: 200, body: brokerStatusSchema },
  }),
  getBrokerConfig: defineRoute(addresses.getBrokerConfig, {
    summary: 'La configurazione del broker, con la password mascherata',
    success: { status: 200, body: brokerConfigSchema },
  }),
  saveBrokerConfig: defineRoute(addresses.saveBrokerConfig, {
    summary: 'Prova e adotta un altro broker',
    body: brokerConfigBody,
    success: { status: 200, body: brokerConfigSchema },
    refusals: [422],
  }),
  getDeviceConnection: defineRoute(addresses.getDeviceConnection, {
    summary: 'Dove i dispositivi trovano il broker',
    success: { status: 200, body: deviceConnectionSchema },
    refusals: [404],
  }),
  setBrokerReach: defineRoute(addresses.setBrokerReach, {
    summary: 'Fa ascoltare il broker incorporato a tutta la rete, o al solo computer del server',
    body: z.strictObject({ network: z.boolean('Serve vero o falso') }),
    success: { status: 200, body: deviceConnectionSchema },
    refusals: [404, 409],
  }),
  testBroker: defineRoute(addresses.testBroker, {
    summary: 'Prova un broker senza adottarlo',
    body: brokerConfigBody,
    success: { status: 200, body: z.strictObject({ connected: z.literal(true) }) },
    refusals: [422],
  }),
};
