import { z } from 'zod';
import { addresses } from './addresses.ts';
import { byId, id, time, visibleLine } from './fields.ts';
import { newPasskey, passkeyProof } from './passkey-proof.ts';
import { defineRoute } from './route.ts';
import { accessTokenSchema } from './users.ts';

/** Of one user: more than a person has phones, computers and keys on a ring. */
export const PASSKEYS_AT_MOST = 20;

/** What to hand to the browser (WebAuthn level 3, 5.4 and 5.5), and the ticket to send back with its answer. */
const challengeSchema = z.strictObject({ ticket: z.string(), options: z.looseObject({}) });

const passkeyName = visibleLine(60, {
  empty: 'La passkey ha bisogno di un nome',
  long: 'Il nome di una passkey ha al massimo 60 caratteri',
  hidden: 'Il nome della passkey contiene caratteri invisibili',
});

const passkeySchema = z.strictObject({
  id,
  name: z.string(),
  created_at: time,
  last_used: time.nullable(),
  /** True when its maker keeps a copy, so that losing the device does not lose it. */
  synced: z.boolean(),
});

export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyRoutes = {
  beginPasskeyLogIn: defineRoute(addresses.beginPasskeyLogIn, {
    summary: 'Che cosa chiedere a una passkey, per entrare o per confermare chi è',
    success: { status: 200, body: challengeSchema },
  }),
  openPasskeySession: defineRoute(addresses.openPasskeySession, {
    summary: 'La sessione di chi ha risposto con una passkey; di un utente scelto, se è indicato',
    body: passkeyProof.extend({ username: z.string().max(1024).optional() }),
    success: { status: 200, body: accessTokenSchema },
    refusals: [401],
  }),
  listPasskeys: defineRoute(addresses.listPasskeys, {
    summary: 'Le proprie passkey',
    success: { status: 200, body: z.array(passkeySchema) },
  }),
  beginPasskey: defineRoute(addresses.beginPasskey, {
    summary: 'Che cosa chiedere al dispositivo che farà la passkey',
    success: { status: 200, body: challengeSchema },
    refusals: [409],
  }),
  addPasskey: defineRoute(addresses.addPasskey, {
    summary: 'Aggiunge una passkey; con la prima arrivano i codici di riserva, che si vedono solo qui',
    body: newPasskey.extend({ name: passkeyName }),
    success: { status: 201, body: z.strictObject({ id, recoveryCodes: z.array(z.string()) }) },
    refusals: [409],
  }),
  deletePasskey: defineRoute(addresses.deletePasskey, {
    summary: 'Toglie una propria passkey',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
};
