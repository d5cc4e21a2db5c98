import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type Enqueue, type ListEvents, ownedBy } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { type AuditExportsRepository, createAuditExportsRepository } from './audit-exports.repository.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Sends the newest seal of the audit away once a day, so that a record whose end was cut off shows: by mail where an
 * address is given, and as an event for other systems, which follows from what is stored here.
 */
export function createDailySeal(options: {
  db: Kysely<Database>;
  repository: AuditExportsRepository;
  mailTo: string | undefined;
  enqueue: Enqueue;
  everyMs: number;
  clock: Clock;
  logger: Logger;
}) {
  const { db, repository, mailTo, clock, logger, everyMs } = options;
  return createInterval({
    ...{ name: 'audit-daily-seal', everyMs, logger },
    work: async () => {
      const at = clock.now();
      const former = await repository.find('seal');
      if (former && at - former.at < DAY_MS) return;
      const newest = await repository.newestSeal();
      if (!newest) return;
      const { position, hash, audit_id: row } = newest;
      await db.transaction().execute(async (transaction) => {
        const exported = { name: 'seal' as const, position, at, failure: null };
        if (!(await repository.save(exported, former, transaction)) || mailTo === undefined) return;
        const audience = { to: 'person' as const, chatId: null, email: mailTo, browserId: null };
        const facts = { hash, row, at };
        await options.enqueue({ audience, key: `audit-seal:${at}`, kind: 'audit-seal', facts }, transaction);
      });
    },
  });
}

/** Lists the seal that was sent away last, for other systems. */
export function createListDailySeals(db: Kysely<Database>): ListEvents {
  const repository = createAuditExportsRepository(db);
  return async (since) => {
    const sent = await repository.find('seal');
    const seal = sent && sent.at >= since ? await repository.findSeal(sent.position) : undefined;
    if (!sent || !seal) return [];
    const data = { seal: seal.hash, audit_id: seal.audit_id, position: seal.position };
    return [
      { key: `audit-seal:${sent.at}`, event: 'audit.sealed', at: sent.at, dataFor: ownedBy(null, data) },
    ];
  };
}
