import type { Kysely } from 'kysely';
import { createLease } from '../database/lease.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval, type Interval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { archiveAudit } from './archive-audit.ts';

const EVERY_MS = 60 * 60_000;
/** So that there is a file for a day, not one for each hour. */
const A_FILE_EACH_MS = 23 * 60 * 60_000;
/** The database refuses by its own clock to let go of rows younger than a day. */
const CLOCKS_DIFFER_MS = 60_000;

/** Takes what is older than it is to be kept out of the audit, once a day, on one server. */
export function createAuditRetention(options: {
  db: Kysely<Database>;
  dataDir: string;
  serverId: string;
  keepMs: number;
  everyMs?: number;
  clock: Clock;
  logger: Logger;
}): Interval {
  const { db, clock, logger, keepMs, everyMs = EVERY_MS } = options;
  const lease = createLease(db, 'audit-archive', options.serverId);
  return createInterval({
    name: 'audit-retention',
    everyMs,
    logger,
    work: async () => {
      const now = clock.now();
      if (!(await lease.hold({ now, until: now + 2 * everyMs, working: true }))) return;
      const last = await db
        .selectFrom('audit_anchors')
        .select(({ fn }) => fn.max<number | null>('at').as('at'))
        .executeTakeFirstOrThrow();
      if (last.at !== null && now - last.at < A_FILE_EACH_MS) return;
      const rows = await archiveAudit(options, { before: now - keepMs - CLOCKS_DIFFER_MS, now });
      if (rows > 0) logger.info({ rows }, 'old rows of the audit were put into a file');
    },
  });
}
