import { z } from 'zod';
import { HEALTHS } from '../domain/system-health.ts';
import { addresses } from './addresses.ts';
import { time } from './fields.ts';
import { defineRoute } from './route.ts';

const health = z.enum(HEALTHS);
const count = z.int().min(0);

/**
 * How the system is, part by part, as this server sees it; what could not be read is null. Counts are since
 * `started_at`.
 */
const systemSchema = z.strictObject({
  read_at: time,
  started_at: time,
  version: z.string(),
  figures: z.strictObject({
    /** Within how many seconds half, and 99 of 100, confirmations came; null: none yet. `most_s` null: past measure. */
    confirmation: z
      .strictObject({ median_s: z.number().nullable(), most_s: z.number().nullable() })
      .nullable(),
    messages: z.strictObject({ received: count, ignored: count }),
    devices: z.strictObject({ total: count, well: count, error: count }),
    pages: count,
  }),
  broker: z.strictObject({
    health,
    address: z.string().nullable(),
    since: time,
    reason: z.string().nullable(),
  }),
  database: z.strictObject({
    health,
    engine: z.enum(['sqlite', 'postgres']),
    response_ms: z.number().nullable(),
  }),
  disk: z.strictObject({
    health,
    free_bytes: count.nullable(),
    total_bytes: count.nullable(),
    /** If it goes on as in the last days; null: not full within a year, or not known yet. */
    full_in_days: count.nullable(),
  }),
  bulletin: z.strictObject({
    health,
    reading: z.boolean(),
    issued_at: time.nullable(),
    next_try_at: time.nullable(),
    failure: z.string().nullable(),
  }),
  backup: z.strictObject({
    health,
    scheduled: z.boolean(),
    good_at: time.nullable(),
    failure: z.string().nullable(),
  }),
  telegram: z.strictObject({ health, waiting: count.nullable() }),
  mail: z.strictObject({ health, waiting: count.nullable(), failure: z.string().nullable() }),
  service: z.strictObject({ health, memory_bytes: count, lag_ms: z.number(), under_way: count }),
});

export type SystemRecord = z.infer<typeof systemSchema>;

export const systemRoutes = {
  getSystem: defineRoute(addresses.getSystem, {
    summary: 'Come sta il sistema, parte per parte',
    success: { status: 200, body: systemSchema },
  }),
};
