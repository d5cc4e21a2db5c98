import type { Kysely } from 'kysely';
import { whyDiskFails } from '../platform/data-dir.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';
import { type AuditRecord, appendAudit } from './audit-trail.ts';
import type { Database } from './schema.ts';

const TRY_AGAIN_AFTER_MS = 1000;

/**
 * Appends rows of what was done already and cannot wait for the disk: while that takes no writes they are kept in
 * memory, and stored as soon as it does.
 */
export type LateAudit = { append: (record: AuditRecord) => Promise<void>; stop: () => Promise<void> };

export function createLateAudit({ db, logger }: { db: Kysely<Database>; logger: Logger }): LateAudit {
  const waiting: AuditRecord[] = [];
  const job = createDebouncedJob({
    name: 'late-audit',
    delayMs: TRY_AGAIN_AFTER_MS,
    logger,
    work: async () => {
      for (let [record] = waiting; record; [record] = waiting) {
        await appendAudit(db, record);
        waiting.shift();
      }
    },
  });
  return {
    append: async (record) => {
      try {
        await appendAudit(db, record);
      } catch (error) {
        if (whyDiskFails(error) === undefined) throw error;
        waiting.push(record);
        job.request();
      }
    },
    stop: job.stop,
  };
}
