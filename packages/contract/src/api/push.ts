import { z } from 'zod';
import { addresses } from './addresses.ts';
import { byId, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** So many browsers of one user are told. */
export const PUSH_DEVICES_AT_MOST = 10;

const base64url = (characters: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${characters}}={0,2}$`), 'La chiave del browser non è valida');

/** A browser as `PushManager.subscribe` gives it. */
export const browserSchema = z.strictObject({
  endpoint: text.pipe(
    z.url({ protocol: /^https$/, error: 'L’indirizzo delle notifiche deve essere https' }).max(1000),
  ),
  p256dh: base64url(87),
  auth: base64url(22),
});

/** A browser that shows what a user is told; `endpoint_hash`: the SHA-256 of its address, by which it knows itself. */
const pushDeviceSchema = z.strictObject({ id, name: z.string(), added_at: time, endpoint_hash: z.string() });

export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const pushRoutes = {
  getPush: defineRoute(addresses.getPush, {
    summary: 'I propri dispositivi che ricevono notifiche, e la chiave pubblica con cui iscriverne uno',
    success: { status: 200, body: z.strictObject({ key: z.string(), devices: z.array(pushDeviceSchema) }) },
  }),
  addPushDevice: defineRoute(addresses.addPushDevice, {
    summary: 'Iscrive questo browser alle notifiche, come le dà PushManager.subscribe',
    body: browserSchema,
    success: { status: 200, body: pushDeviceSchema },
    refusals: [409, 422],
  }),
  removePushDevice: defineRoute(addresses.removePushDevice, {
    summary: 'Toglie un proprio dispositivo dalle notifiche',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
};
