import { deliverySchema } from '@semaforo/contract/api/commands';
import { deviceStatus, deviceType, id, targetKind, time } from '@semaforo/contract/api/fields';
import { COMMAND_ORIGINS } from '@semaforo/contract/domain/command-rules';
import { CHANGED_EVENTS } from '@semaforo/contract/live/events';
import { z } from 'zod';

const progress = z.strictObject({
  commandId: id,
  origin: z.enum(COMMAND_ORIGINS),
  sourceId: id.nullable(),
  username: z.string(),
  approvedBy: z.string().optional(),
  deviceType,
  value: deviceStatus.nullable(),
  whom: targetKind,
  group: z.string().nullable(),
  createdAt: time,
  total: z.int().min(0),
  deliveries: z.array(deliverySchema),
});

const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('viewer'), viewer: id.nullable() }),
  z.strictObject({ kind: z.literal('user'), userId: id }),
  z.strictObject({ kind: z.literal('all') }),
]);

export type Audience = z.infer<typeof audience>;

const changed = z.enum(CHANGED_EVENTS).exclude(['devices_changed']);

/**
 * An event that pages of every server hear, for whom it is, and what it carries as the arguments with which it is
 * emitted. Of devices and of the broker each server hears by itself.
 */
export const pageEvent = z.discriminatedUnion('event', [
  z.strictObject({
    to: audience,
    event: z.literal('command_accepted'),
    payload: z.tuple([z.strictObject({ commandId: id, idempotencyKey: z.string() })]),
  }),
  z.strictObject({
    to: audience,
    event: z.literal('command_progress'),
    payload: z.tuple([z.array(progress)]),
  }),
  z.strictObject({ to: audience, event: changed, payload: z.tuple([]) }),
]);

export type PageEvent = z.infer<typeof pageEvent>;

export type SharedEvent = PageEvent['event'];

const shared: readonly string[] = ['command_accepted', 'command_progress', ...changed.options];

/** Whether pages of other servers are to hear of that event, too. */
export function isShared(event: string): event is SharedEvent {
  return shared.includes(event);
}
