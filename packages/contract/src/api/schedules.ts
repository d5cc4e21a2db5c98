import { z } from 'zod';
import { SCHEDULE_OUTCOMES } from '../domain/schedule-rules.ts';
import { byId, deviceStatus, deviceType, id, text, time } from './fields.ts';
import { defineRoute } from './route.ts';

const scheduleSchema = z.strictObject({
  id,
  color: deviceStatus,
  execute_at: time,
  executed: z.boolean(),
  outcome: z.enum(SCHEDULE_OUTCOMES).nullable(),
  outcome_reason: z.string().nullable(),
  device_type: deviceType,
  username: z.string(),
  devices: z.array(z.string()),
});

export type Schedule = z.infer<typeof scheduleSchema>;

export const scheduleRoutes = {
  createSchedule: defineRoute({
    method: 'POST',
    path: '/api/schedule',
    access: 'user',
    summary: 'Pianifica un comando',
    body: z.strictObject({
      color: deviceStatus,
      datetime: text.max(40, 'La data e ora non è valida'),
      device_type: deviceType.default('semaforo'),
    }),
    success: { status: 201, body: scheduleSchema },
    idempotent: true,
  }),
  listSchedules: defineRoute({
    method: 'GET',
    path: '/api/schedule',
    access: 'user',
    summary: 'Le pianificazioni, attive ed eseguite',
    success: { status: 200, body: z.array(scheduleSchema) },
  }),
  deleteSchedule: defineRoute({
    method: 'DELETE',
    path: '/api/schedule/:id',
    access: 'user',
    summary: 'Annulla una pianificazione attiva',
    params: byId,
    success: { status: 204 },
    refusals: [409],
  }),
};
