import { z } from 'zod';
import { BACKUP_KINDS } from '../domain/backup-rules.ts';
import { addresses } from './addresses.ts';
import { time } from './fields.ts';
import { defineRoute } from './route.ts';

/**
 * How backups go. `last`: the newest good one. `failure`: why the last scheduled one failed, until one is good.
 * `stale`: there should be a newer one.
 */
const backupsSchema = z.strictObject({
  schedule: z.strictObject({ every_hours: z.number(), keep: z.int() }).nullable(),
  last: z
    .strictObject({ kind: z.enum(BACKUP_KINDS), at: time, file: z.string(), bytes: z.int().min(0) })
    .nullable(),
  failure: z.strictObject({ at: time, reason: z.string() }).nullable(),
  stale: z.boolean(),
});

export type BackupsRecord = z.infer<typeof backupsSchema>;

export const backupRoutes = {
  getBackups: defineRoute(addresses.getBackups, {
    summary: 'Come vanno le copie di sicurezza',
    success: { status: 200, body: backupsSchema },
  }),
};
