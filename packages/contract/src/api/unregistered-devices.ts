import { z } from 'zod';
import { addresses } from './addresses.ts';
import { deviceProfile, deviceType, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** Why the embedded broker did not let a client in. */
export const LOG_IN_REFUSALS = ['unknown', 'wrong-password', 'not-allowed'] as const;

/**
 * Someone who speaks to the broker, or tries to, and is no registered device. `name` is what it is ignored by. `key`
 * null: it was refused and named no topic. `type`, `profile`: what it seems to be; null when its channels do not tell.
 * `words`: the last payload of each channel, cut, newest first. `log_in`: the last refusal, if it was refused.
 * `device_id`: the registered device whose topic a refused client named.
 */
const unregisteredDeviceSchema = z.strictObject({
  name: z.string(),
  key: z.string().nullable(),
  type: deviceType.nullable(),
  profile: deviceProfile.nullable(),
  words: z.array(z.strictObject({ channel: z.string(), payload: z.string() })),
  log_in: z
    .strictObject({
      username: z.string(),
      client_id: z.string(),
      address: z.string(),
      reason: z.enum(LOG_IN_REFUSALS),
    })
    .nullable(),
  device_id: id.nullable(),
  count: z.int(),
  heard_at: time,
  ignored: z.boolean(),
});

export type UnregisteredDevice = z.infer<typeof unregisteredDeviceSchema>;

export const unregisteredDeviceRoutes = {
  listHeardDevices: defineRoute(addresses.listHeardDevices, {
    summary: 'Chi parla al broker, o ci prova, e non è registrato; l’ultimo sentito per primo',
    success: { status: 200, body: z.strictObject({ heard: z.array(unregisteredDeviceSchema) }) },
  }),
  ignoreHeardDevice: defineRoute(addresses.ignoreHeardDevice, {
    summary: 'Mette fra gli ignorati chi è stato sentito, o lo toglie',
    body: z.strictObject({ name: text.min(1, 'Serve il nome').max(300), ignored: z.boolean() }),
    success: { status: 204 },
    refusals: [404],
  }),
};
