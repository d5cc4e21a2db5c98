import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { verifyAuditChain } from '../database/verify-audit-chain.ts';
import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { Logger } from '../platform/logger.ts';

const FIRST_AFTER_MS = 5000;
const EVERY_MS = 60 * 60_000;

export type ChainCheck = {
  start: () => void;
  stop: () => Promise<void>;
  /** When all seals were last checked (epoch ms; null: not yet), and the first fault then, in Italian. */
  last: () => { at: number | null; fault: string | null };
};

/** Checks all seals of the audit soon after the start and then every hour, in slices. A fault is logged as an error. */
export function createChainCheck(options: {
  db: Kysely<Database>;
  clock: Clock;
  logger: Logger;
}): ChainCheck {
  let last: ReturnType<ChainCheck['last']> = { at: null, fault: null };
  let isStopped = false;
  const job = createDebouncedJob({
    name: 'audit-check',
    delayMs: () => (last.at === null ? FIRST_AFTER_MS : EVERY_MS),
    logger: options.logger,
    work: async () => {
      if (isStopped) return;
      const { fault = null } = await verifyAuditChain(options.db);
      last = { at: options.clock.now(), fault };
      if (fault !== null) options.logger.error({ fault }, 'the audit was tampered with');
      job.request();
    },
  });
  return {
    start: job.request,
    stop: () => {
      isStopped = true;
      return job.stop();
    },
    last: () => last,
  };
}
