import { z } from 'zod';
import { addresses } from './addresses.ts';
import { managedDeviceSchema } from './devices.ts';
import { byId, emptyBody, id, idInPath, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** What a device logs in with on the broker. `last_seen` null: no log-in with it is known yet. */
const credentialsSchema = z.strictObject({
  username: z.string(),
  created_at: time,
  last_seen: time.nullable(),
});

const deviceWithCredentials = managedDeviceSchema.extend({ credentials: credentialsSchema.nullable() });

/** A device as in the list of admins, and what is known of its credentials; null: it has none. */
export type DeviceWithCredentials = z.infer<typeof deviceWithCredentials>;

const newCredentialsSchema = z.strictObject({ username: z.string(), password: z.string() });

/** Shown once: the server does not know the password afterwards. */
export type NewCredentials = z.infer<typeof newCredentialsSchema>;

export const credentialRoutes = {
  getManagedDevice: defineRoute(addresses.getManagedDevice, {
    summary: 'Un dispositivo e ciò che si sa delle sue credenziali',
    params: byId,
    success: { status: 200, body: deviceWithCredentials },
  }),
  listCredentials: defineRoute(addresses.listCredentials, {
    summary:
      'I dispositivi di un utente, o quelli di nessuno, che hanno credenziali, e quando le hanno usate',
    query: z.strictObject({ userId: idInPath.optional() }),
    success: {
      status: 200,
      body: z.strictObject({
        credentials: z.array(z.strictObject({ device_id: id, last_seen: time.nullable() })),
      }),
    },
  }),
  makeCredentials: defineRoute(addresses.makeCredentials, {
    summary: 'Crea le credenziali di un dispositivo, mostrate solo qui; quelle di prima finiscono subito',
    params: byId,
    body: emptyBody,
    secret: true,
    success: { status: 201, body: newCredentialsSchema },
  }),
  revokeCredentials: defineRoute(addresses.revokeCredentials, {
    summary: 'Revoca le credenziali di un dispositivo, che viene scollegato',
    params: byId,
    success: { status: 204 },
  }),
};
