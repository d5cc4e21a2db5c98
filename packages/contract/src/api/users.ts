import { z } from 'zod';
import { DUTIES } from '../domain/duty.ts';
import { KEY_SCOPES } from '../domain/key-scope.ts';
import { addresses } from './addresses.ts';
import { byId, deviceSchema, id, text, time } from './fields.ts';
import { passkeyProof } from './passkey-proof.ts';
import { defineRoute } from './route.ts';

export const ROLES = ['admin', 'user'] as const;

export const role = z.enum(ROLES, 'Il ruolo è user o admin');

export type Role = z.infer<typeof role>;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

export const username = text.trim().min(1, 'Serve lo username').max(128, 'Lo username è troppo lungo');

export const newPassword = text
  .min(PASSWORD_MIN_LENGTH, `La password deve avere almeno ${PASSWORD_MIN_LENGTH} caratteri`)
  .max(PASSWORD_MAX_LENGTH, `La password può avere al massimo ${PASSWORD_MAX_LENGTH} caratteri`);

/** A password typed at log-in. The length is limited, so that hashing it stays cheap. */
const typedPassword = text.min(1, 'Serve la password').max(1024, 'Credenziali non valide');

/** Six digits of the app, or a recovery code. */
const code = text.min(1, 'Scrivi il codice').max(64, 'Il codice è troppo lungo');

export const userSchema = z.strictObject({ id, username: z.string(), role });

export type User = z.infer<typeof userSchema>;

/**
 * The caller. `wall`: the name of the wall that it is, which only watches. Of a person `username` is their own name,
 * `id` that of the Comune for which they act, and `person` says what they may.
 */
const callerSchema = userSchema.extend({
  wall: z.string().optional(),
  person: z.strictObject({ id, duty: z.enum(DUTIES) }).optional(),
  /** Of the key of a program, whose name `username` is. */
  key: z.strictObject({ id, scopes: z.array(z.enum(KEY_SCOPES)) }).optional(),
});

export const accessTokenSchema = z.strictObject({ accessToken: z.string() });

const sessionSchema = z.strictObject({
  id,
  created_at: time,
  /** At most a minute old while the session is used. */
  last_seen: time,
  expires_at: time,
  /** Where it was opened from. */
  address: z.string(),
  device: z.enum(['computer', 'phone', 'program']),
  /** In words, such as 'Firefox su Windows'. */
  browser: z.string(),
  /** False when the account had never been used in that browser. */
  known: z.boolean(),
  current: z.boolean(),
});

export type SessionRecord = z.infer<typeof sessionSchema>;

export const userRoutes = {
  logIn: defineRoute(addresses.logIn, {
    summary: 'Accesso con username e password, e con il codice per chi ha un secondo fattore',
    body: z.strictObject({ username, password: typedPassword, code: code.optional() }),
    success: { status: 200, body: accessTokenSchema },
    refusals: [401],
  }),
  getMe: defineRoute(addresses.getMe, {
    summary: 'Chi sono',
    success: { status: 200, body: callerSchema },
  }),
  logOut: defineRoute(addresses.logOut, {
    summary: 'Fine di questa sessione',
    success: { status: 204 },
  }),
  listSessions: defineRoute(addresses.listSessions, {
    summary: 'Le proprie sessioni aperte',
    success: { status: 200, body: z.strictObject({ sessions: z.array(sessionSchema) }) },
  }),
  endOtherSessions: defineRoute(addresses.endOtherSessions, {
    summary: 'Chiude tutte le altre proprie sessioni',
    success: { status: 204 },
  }),
  endSession: defineRoute(addresses.endSession, {
    summary: 'Chiude una propria sessione',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
  changePassword: defineRoute(addresses.changePassword, {
    summary: 'Cambio della propria password; le altre sessioni finiscono',
    body: z.strictObject({ currentPassword: typedPassword, newPassword }),
    success: { status: 200, body: accessTokenSchema },
  }),
  proveAgain: defineRoute(addresses.proveAgain, {
    summary: 'Conferma chi è con password, codice o passkey, prima di cambiare accessi e persone',
    body: z.union([
      z.strictObject({ password: typedPassword }),
      z.strictObject({ code }),
      z.strictObject({ passkey: passkeyProof }),
    ]),
    success: { status: 204 },
  }),
  getSecondFactor: defineRoute(addresses.getSecondFactor, {
    summary: 'Il proprio secondo fattore',
    success: {
      status: 200,
      body: z.strictObject({
        state: z.enum(['off', 'to-confirm', 'on']),
        /** True when this user may do nothing else before it is on. */
        required: z.boolean(),
        recoveryCodesLeft: z.int(),
      }),
    },
  }),
  beginSecondFactor: defineRoute(addresses.beginSecondFactor, {
    summary: 'Una nuova chiave per il secondo fattore, da confermare con un primo codice',
    /** `uri` is what the QR code holds. */
    success: { status: 201, body: z.strictObject({ secret: z.string(), uri: z.string() }) },
    refusals: [409],
  }),
  confirmSecondFactor: defineRoute(addresses.confirmSecondFactor, {
    summary: 'Attiva il secondo fattore; i codici di riserva si vedono solo qui',
    body: z.strictObject({ code }),
    success: { status: 200, body: z.strictObject({ recoveryCodes: z.array(z.string()) }) },
    refusals: [409],
  }),
  disableSecondFactor: defineRoute(addresses.disableSecondFactor, {
    summary: 'Disattiva il proprio secondo fattore',
    body: z.strictObject({ password: typedPassword, code }),
    success: { status: 204 },
    refusals: [409],
  }),
  resetSecondFactor: defineRoute(addresses.resetSecondFactor, {
    summary: 'Azzera il secondo fattore di un altro utente',
    params: byId,
    success: { status: 204 },
    refusals: [409],
  }),
  listUsers: defineRoute(addresses.listUsers, {
    summary: 'Gli utenti con i loro dispositivi',
    success: {
      status: 200,
      body: z.strictObject({
        users: z.array(userSchema.extend({ devices: z.array(deviceSchema) })),
      }),
    },
  }),
  createUser: defineRoute(addresses.createUser, {
    summary: 'Crea un utente',
    body: z.strictObject({ username, password: newPassword, role: role.default('user') }),
    success: { status: 201, body: userSchema },
    refusals: [409],
  }),
  deleteUser: defineRoute(addresses.deleteUser, {
    summary: 'Elimina un utente; i suoi dispositivi restano senza proprietario',
    params: byId,
    success: { status: 204 },
    refusals: [409],
  }),
  resetPassword: defineRoute(addresses.resetPassword, {
    summary: 'Assegna una nuova password a un utente; le sue sessioni finiscono',
    params: byId,
    body: z.strictObject({ password: newPassword }),
    success: { status: 200, body: userSchema },
  }),
};
