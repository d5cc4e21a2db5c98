import { z } from 'zod';
import { addresses } from './addresses.ts';
import { id, pageQuery, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** Who did what, when and from which address, with the values before and after. It contains no secrets. */
const auditEntrySchema = z.strictObject({
  id,
  at: time,
  username: z.string().nullable(),
  address: z.string().nullable(),
  action: z.string(),
  target: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditRoutes = {
  listAudit: defineRoute(addresses.listAudit, {
    summary: 'Il registro delle azioni, dalla più recente',
    query: pageQuery({ usual: 100, most: 1000 }),
    success: { status: 200, body: z.strictObject({ entries: z.array(auditEntrySchema) }) },
  }),
};
