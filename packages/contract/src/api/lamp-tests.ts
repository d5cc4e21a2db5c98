import { z } from 'zod';
import { DELIVERY_STATES } from '../domain/delivery-state.ts';
import { TESTED_STATES } from '../domain/lamp-test.ts';
import { LAMP_COLORS } from '../domain/lamps.ts';
import { addresses } from './addresses.ts';
import {
  byId,
  CHOSEN_MAX_BYTES,
  deviceStatus,
  emptyBody,
  id,
  lampDeviceType,
  oneTargetSelector,
  targetFields,
  time,
} from './fields.ts';
import { defineRoute } from './route.ts';

/**
 * A lamp test and what it found so far (docs/rules.md#lamp-test). `results` has a lamp once it was commanded: lit only
 * when its state is `confermato`. `former`: what the device showed before, and goes back to. Only devices that the
 * caller may see.
 */
const lampTestSchema = z.strictObject({
  id,
  created_at: time,
  ended_at: time.nullable(),
  username: z.string(),
  device_type: lampDeviceType,
  devices: z.array(
    z.strictObject({
      deviceId: id,
      device: z.string(),
      former: deviceStatus,
      state: z.enum(TESTED_STATES),
      results: z.array(
        z.strictObject({
          lamp: z.enum(LAMP_COLORS),
          state: z.enum(DELIVERY_STATES),
          reason: z.string().nullable(),
        }),
      ),
    }),
  ),
});

export type LampTest = z.infer<typeof lampTestSchema>;

export const lampTestRoutes = {
  startLampTest: defineRoute(addresses.startLampTest, {
    summary:
      'Prova le lampade dei dispositivi indicati, di un gruppo o di tutti, una dopo l’altra; poi ognuno torna a ciò che mostrava',
    query: z.strictObject({ type: lampDeviceType.default('semaforo') }),
    maxBytes: CHOSEN_MAX_BYTES,
    body: z.strictObject(targetFields).refine(...oneTargetSelector),
    success: { status: 201, body: lampTestSchema },
    refusals: [404, 409],
  }),
  listLampTests: defineRoute(addresses.listLampTests, {
    summary: 'Le prove delle lampade in corso, poi le ultime finite',
    success: { status: 200, body: z.array(lampTestSchema) },
  }),
  stopLampTest: defineRoute(addresses.stopLampTest, {
    summary: 'Ferma una prova delle lampade: i dispositivi tornano a ciò che mostravano',
    params: byId,
    body: emptyBody,
    success: { status: 200, body: lampTestSchema },
    refusals: [404, 409],
  }),
};
