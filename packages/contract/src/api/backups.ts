import { z } from 'zod';
import { BACKUP_KINDS, SHORTEST_PASSPHRASE } from '../domain/backup-rules.ts';
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

/** The backup that the console was restored from, until this user, or an admin, has looked at the lamps. */
const restoreSchema = z.strictObject({
  restore: z.strictObject({ made_at: time, restored_at: time }).nullable(),
});

export const backupRoutes = {
  downloadBackup: defineRoute(addresses.downloadBackup, {
    summary:
      'Fa adesso una copia di sicurezza, cifrata con la passphrase indicata, e la manda: nel server non ne resta nulla',
    body: z.strictObject({
      passphrase: z
        .string('Serve la passphrase della copia')
        .min(SHORTEST_PASSPHRASE, `La passphrase deve avere almeno ${SHORTEST_PASSPHRASE} caratteri`)
        .max(200, 'La passphrase è troppo lunga'),
    }),
    produces: { type: 'application/octet-stream' },
    success: { status: 200, body: z.string() },
    refusals: [409],
  }),
  getBackups: defineRoute(addresses.getBackups, {
    summary: 'Come vanno le copie di sicurezza',
    success: { status: 200, body: backupsSchema },
  }),
  getRestore: defineRoute(addresses.getRestore, {
    summary: 'La copia ripristinata dopo la quale nessuno ha ancora guardato le lampade',
    success: { status: 200, body: restoreSchema },
  }),
  resumeAfterRestore: defineRoute(addresses.resumeAfterRestore, {
    summary:
      'Riprende il comando dopo il ripristino di una copia: un amministratore per tutti, gli altri per i propri dispositivi',
    success: { status: 200, body: restoreSchema },
    refusals: [409],
  }),
};
