import { z } from 'zod';
import { addresses } from './addresses.ts';
import { byId, CHOSEN_MAX_BYTES, distinctDeviceIds, groupName, id } from './fields.ts';
import { defineRoute } from './route.ts';

/**
 * A named set of devices of one Comune. `userId` and `username` are those of the Comune. Signals and lanterns may be
 * together in one; the ids are in no order.
 */
const groupSchema = z.strictObject({
  id,
  name: z.string(),
  userId: id,
  username: z.string(),
  deviceIds: z.array(id),
});

export type Group = z.infer<typeof groupSchema>;

export const groupRoutes = {
  listGroups: defineRoute(addresses.listGroups, {
    summary: 'I gruppi di dispositivi che si vedono, per nome',
    success: { status: 200, body: z.strictObject({ groups: z.array(groupSchema) }) },
  }),
  createGroup: defineRoute(addresses.createGroup, {
    summary: 'Crea un gruppo di dispositivi di un Comune; solo un amministratore può indicare quale',
    maxBytes: CHOSEN_MAX_BYTES,
    body: z.strictObject({ name: groupName, deviceIds: distinctDeviceIds, userId: id.optional() }),
    success: { status: 201, body: groupSchema },
    refusals: [404, 409],
  }),
  updateGroup: defineRoute(addresses.updateGroup, {
    summary: 'Cambia il nome di un gruppo o i suoi dispositivi',
    params: byId,
    maxBytes: CHOSEN_MAX_BYTES,
    body: z.strictObject({ name: groupName.optional(), deviceIds: distinctDeviceIds.optional() }),
    success: { status: 200, body: groupSchema },
    refusals: [409],
  }),
  deleteGroup: defineRoute(addresses.deleteGroup, {
    summary: 'Elimina un gruppo che nessuna pianificazione attiva nomina',
    params: byId,
    success: { status: 204 },
    refusals: [409],
  }),
};
