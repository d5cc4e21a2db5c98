import { z } from 'zod';
import { KEY_SCOPES } from '../domain/key-scope.ts';
import { addresses } from './addresses.ts';
import { byId, CHOSEN_MAX_BYTES, distinctDeviceIds, id, time, visibleLine } from './fields.ts';
import { defineRoute } from './route.ts';

/** In all: some of each Comune of a province (docs/rules.md#quotas). */
export const API_KEYS_AT_MOST = 1000;

/** How each key begins, so that people and scanners of leaked secrets know one when they see it. */
export const API_KEY_PREFIX = 'smf_';

const keyName = visibleLine(60, {
  empty: 'La chiave ha bisogno di un nome',
  long: 'Il nome di una chiave ha al massimo 60 caratteri',
  hidden: 'Il nome della chiave contiene caratteri invisibili',
});

const scopes = z
  .array(z.enum(KEY_SCOPES, 'Gli ambiti sono read (leggere), propose (proporre) e command (comandare)'))
  .min(1, 'La chiave ha bisogno di almeno un ambito')
  .refine((given) => new Set(given).size === given.length, 'Un ambito è indicato due volte');

/** A key of a program, without the key itself. `last_used`: at most a minute old while it is used. */
const apiKeySchema = z.strictObject({
  id,
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  user_id: id,
  username: z.string(),
  /** Null: all devices of the user. */
  device_ids: z.array(id).nullable(),
  group_id: id.nullable(),
  group: z.string().nullable(),
  created_at: time,
  created_by: z.string(),
  expires_at: time.nullable(),
  last_used: time.nullable(),
});

export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeyRoutes = {
  listApiKeys: defineRoute(addresses.listApiKeys, {
    summary: 'Le chiavi dei programmi, con l’ultimo uso; le chiavi stesse non si vedono',
    success: { status: 200, body: z.array(apiKeySchema) },
  }),
  createApiKey: defineRoute(addresses.createApiKey, {
    summary: 'Crea la chiave di un programma; si vede solo in questa risposta',
    maxBytes: CHOSEN_MAX_BYTES,
    body: z
      .strictObject({
        name: keyName,
        scopes,
        user_id: id,
        device_ids: distinctDeviceIds.min(1, 'Serve almeno un dispositivo').optional(),
        group_id: id.optional(),
        expires_at: z.iso.datetime({ offset: true, error: 'La scadenza non è valida' }).optional(),
      })
      .refine(
        ({ device_ids, group_id }) => device_ids === undefined || group_id === undefined,
        'Indica i dispositivi o un gruppo, non entrambi',
      ),
    secret: true,
    success: { status: 201, body: z.strictObject({ id, key: z.string() }) },
    refusals: [404, 409, 422],
  }),
  revokeApiKey: defineRoute(addresses.revokeApiKey, {
    summary: 'Revoca una chiave: da subito non vale più',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
};
