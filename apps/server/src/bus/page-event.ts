import { deliverySchema } from '@semaforo/contract/api/commands';
import { deviceStatus, deviceType, id, time, whomKind } from '@semaforo/contract/api/fields';
import { COMMAND_ORIGINS } from '@semaforo/contract/domain/command-rules';
import type { ServerToClientEvents } from '@semaforo/contract/live/events';
import { z } from 'zod';

const progress = z.strictObject({
  commandId: id,
  origin: z.enum(COMMAND_ORIGINS),
  sourceId: id.nullable(),
  username: z.string(),
  approvedBy: z.string().optional(),
  deviceType,
  value: deviceStatus.nullable(),
  whom: whomKind,
  group: z.string().nullable(),
  createdAt: time,
  total: z.int().min(0),
  deliveries: z.array(deliverySchema),
});

/** What an event carries, as the arguments with which it is emitted. */
const payloads = {
  command_accepted: z.tuple([z.strictObject({ commandId: id, idempotencyKey: z.string() })]),
  command_progress: z.tuple([z.array(progress)]),
  groups_changed: z.tuple([]),
  approvals_changed: z.tuple([]),
  lamp_tests_changed: z.tuple([]),
  schedules_changed: z.tuple([]),
  plans_changed: z.tuple([]),
  alerts_changed: z.tuple([]),
  alarms_changed: z.tuple([]),
  bulletins_changed: z.tuple([]),
} satisfies { [Event in keyof ServerToClientEvents]?: z.ZodType<Parameters<ServerToClientEvents[Event]>> };

/** The events that pages of every server hear. Of devices and of the broker each server hears by itself. */
export type SharedEvent = keyof typeof payloads;

const audience = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('viewer'), viewer: id.nullable() }),
  z.strictObject({ kind: z.literal('user'), userId: id }),
  z.strictObject({ kind: z.literal('all') }),
]);

export type Audience = z.infer<typeof audience>;

const of = <Event extends SharedEvent>(event: Event) =>
  z.strictObject({ to: audience, event: z.literal(event), payload: payloads[event] });

/** An event, for whom it is, and what it carries. */
export const pageEvent = z.discriminatedUnion('event', [
  of('command_accepted'),
  of('command_progress'),
  of('groups_changed'),
  of('approvals_changed'),
  of('lamp_tests_changed'),
  of('schedules_changed'),
  of('plans_changed'),
  of('alerts_changed'),
  of('alarms_changed'),
  of('bulletins_changed'),
]);

export type PageEvent = z.infer<typeof pageEvent>;

/** Whether pages of other servers are to hear of that event, too. */
export function isShared(event: string): event is SharedEvent {
  return Object.hasOwn(payloads, event);
}
