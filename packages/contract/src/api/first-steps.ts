import { z } from 'zod';
import { addresses } from './addresses.ts';
import { id } from './fields.ts';
import { defineRoute } from './route.ts';

/**
 * How far a new console has come, by what is stored. `passwordChanged`: the caller's password is not the one with which
 * the account was made. `town`: the first user who is no admin. `device`: the first device that was heard, else the
 * first that is registered. `lampConfirmed`: a device has confirmed a command. `severalHeard`: more
 * than one device was heard.
 */
const firstStepsSchema = z.strictObject({
  passwordChanged: z.boolean(),
  town: z.strictObject({ id, username: z.string() }).nullable(),
  device: z
    .strictObject({ id, name: z.string().nullable(), topic: z.string(), heard: z.boolean() })
    .nullable(),
  lampConfirmed: z.boolean(),
  severalHeard: z.boolean(),
});

export type FirstSteps = z.infer<typeof firstStepsSchema>;

export const firstStepRoutes = {
  getFirstSteps: defineRoute(addresses.getFirstSteps, {
    summary: 'A che punto è il primo avvio',
    success: { status: 200, body: firstStepsSchema },
  }),
};
