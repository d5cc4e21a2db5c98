import { z } from 'zod';
import { SCHEDULE_OUTCOMES } from '../domain/schedule-rules.ts';
import { addresses } from './addresses.ts';
import {
  byId,
  CHOSEN_MAX_BYTES,
  deviceStatus,
  emptyBody,
  id,
  lampDeviceType,
  oneTargetSelector,
  pageQuery,
  targetFields,
  targetKind,
  text,
  time,
} from './fields.ts';
import { defineRoute } from './route.ts';

const scheduleSchema = z.strictObject({
  id,
  color: deviceStatus,
  execute_at: time,
  executed: z.boolean(),
  outcome: z.enum(SCHEDULE_OUTCOMES).nullable(),
  outcome_reason: z.string().nullable(),
  /** How many devices confirmed its command, and how many it commands. */
  confirmed: z.int(),
  total: z.int(),
  device_type: lampDeviceType,
  /** For whom it is, and the name of the group. */
  whom: targetKind,
  group: z.string().nullable(),
  username: z.string(),
  /** The devices: those it would command now, those it commanded, or some of those that it was for when it ended. */
  devices: z.array(z.string()),
});

export type Schedule = z.infer<typeof scheduleSchema>;

/**
 * What did not go as planned in the last day, newest first: missed schedules, and steps of the server's clock. A step
 * is in milliseconds, positive when the clock was set forward. After a step a person should check the schedules.
 */
const scheduleWarningsSchema = z.strictObject({
  missed: z.array(
    scheduleSchema.pick({
      id: true,
      color: true,
      device_type: true,
      execute_at: true,
      outcome_reason: true,
      whom: true,
      group: true,
      total: true,
    }),
  ),
  clock_steps: z.array(z.strictObject({ id, at: time, step_ms: z.int() })),
});

export type ScheduleWarnings = z.infer<typeof scheduleWarningsSchema>;

export const scheduleRoutes = {
  createSchedule: defineRoute(addresses.createSchedule, {
    summary: 'Pianifica un comando per tutti, per i dispositivi indicati o per quelli di un gruppo',
    maxBytes: CHOSEN_MAX_BYTES,
    body: z
      .strictObject({
        color: deviceStatus,
        datetime: text.max(40, 'La data e ora non è valida'),
        device_type: lampDeviceType.default('semaforo'),
        ...targetFields,
      })
      .refine(...oneTargetSelector),
    success: { status: 201, body: scheduleSchema },
    refusals: [404, 409],
  }),
  listSchedules: defineRoute(addresses.listSchedules, {
    summary: 'Tutte le pianificazioni attive, poi le ultime eseguite; con before solo le eseguite precedenti',
    query: pageQuery({ usual: 500, most: 5000 }),
    success: { status: 200, body: z.array(scheduleSchema) },
  }),
  listScheduleWarnings: defineRoute(addresses.listScheduleWarnings, {
    summary: "Pianificazioni mancate e spostamenti dell'orologio nell'ultimo giorno",
    success: { status: 200, body: scheduleWarningsSchema },
  }),
  deleteSchedule: defineRoute(addresses.deleteSchedule, {
    summary: 'Annulla una pianificazione attiva',
    params: byId,
    success: { status: 204 },
    refusals: [409],
  }),
  reviveSchedule: defineRoute(addresses.reviveSchedule, {
    summary: 'Riprende entro pochi secondi una pianificazione annullata, se la sua ora non è passata',
    params: byId,
    body: emptyBody,
    success: { status: 204 },
    refusals: [409],
  }),
};
