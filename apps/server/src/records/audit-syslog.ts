import { hostname } from 'node:os';
import type { Lease } from '../database/lease.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import type { AuditExportsRepository } from './audit-exports.repository.ts';
import { type SealedRow, toSyslogMessage } from './syslog-message.ts';

/** Hands messages to a collector, in their order; rejects unless all were taken, as far as its protocol tells. */
export type SendSyslog = (messages: readonly string[]) => Promise<void>;

const SENT_AT_ONCE = 200;
const LEASE_MS = 60_000;
/** A collector that is away is asked again so often. */
const AGAIN_AFTER_MS = 5000;

/**
 * Sends every sealed row of the audit to a collector, in the order of the chain, from where it was left: by one server.
 * What was sent before a crash and not noted comes again, with the same id. It delays nothing.
 */
export function createAuditSyslog(options: {
  repository: Pick<AuditExportsRepository, 'find' | 'save' | 'listSealed'>;
  lease: Pick<Lease, 'hold'>;
  send: SendSyslog;
  everyMs: number;
  clock: Clock;
  logger: Logger;
}) {
  const { repository, clock, logger, everyMs } = options;
  let notBefore = 0;

  const deliver = async (rows: readonly SealedRow[]): Promise<string | null> => {
    try {
      await options.send(rows.map((row) => toSyslogMessage(row, hostname())));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  /** True when more may wait. */
  const sendSome = async (): Promise<boolean> => {
    const former = await repository.find('syslog');
    const after = former?.position ?? 0;
    const rows = await repository.listSealed(after, SENT_AT_ONCE);
    const last = rows.at(-1);
    if (!last) return false;
    const missing = last.position - after - rows.length;
    if (missing > 0) logger.warn({ after, missing }, 'rows were archived before the collector had them');
    const failure = await deliver(rows);
    const exported = { name: 'syslog' as const, at: clock.now(), failure };
    if (failure === null) {
      await repository.save({ ...exported, position: last.position }, former);
      return rows.length === SENT_AT_ONCE;
    }
    notBefore = exported.at + AGAIN_AFTER_MS;
    if (failure === former?.failure) return false;
    logger.warn({ reason: failure }, 'the collector does not take the audit');
    await repository.save({ ...exported, position: after }, former);
    return false;
  };

  return createInterval({
    ...{ name: 'audit-syslog', everyMs, logger },
    work: async () => {
      const now = clock.now();
      if (now < notBefore && notBefore - now <= AGAIN_AFTER_MS) return;
      if (!(await options.lease.hold({ now, until: now + LEASE_MS, working: true }))) return;
      while (await sendSome());
    },
  });
}
