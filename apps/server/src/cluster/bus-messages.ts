import { id } from '@semaforo/contract/api/fields';
import { z } from 'zod';
import { pageEvent } from './page-event.ts';

/** The messages between servers, by name, with the schema of each. One that does not fit is dropped and counted. */
export const busMessages = {
  /** An event for the open pages of one viewer, or of all. */
  page: pageEvent,
  /** More is known of these devices than they say: an error, what was asked, what is pending. It is stored. */
  devices: z.strictObject({ ids: z.array(id) }),
  /** Devices were created, changed, deleted or assigned. */
  device_list: z.strictObject({}),
  /** Sessions of a user have ended, or the user was deleted. */
  user: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('sessions-ended'), userId: id }),
    z.strictObject({ kind: z.literal('session-ended'), userId: id, sessionId: id }),
    z.strictObject({ kind: z.literal('deleted'), userId: id }),
  ]),
  /** An attempt to log in: guesses count together, whichever server they are made at. */
  log_in: z.strictObject({
    outcome: z.enum(['failed', 'succeeded']),
    username: z.string(),
    address: z.string(),
    countedAs: z.string().optional(),
  }),
  /** Messages may have been lost: everything that they were about is read again. */
  read_again: z.strictObject({}),
  /** Lanes of devices are wanted, or free, or their server ended. */
  lanes: z.strictObject({}),
  /** An admin saved another broker. */
  broker: z.strictObject({}),
} satisfies Record<string, z.ZodType>;

export type BusMessages = { [Name in keyof typeof busMessages]: z.infer<(typeof busMessages)[Name]> };
