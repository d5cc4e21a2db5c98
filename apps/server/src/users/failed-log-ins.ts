import type { Act } from '../database/audit-trail.ts';

const GATHER_MS = 100;

/**
 * Records failed log-ins, those of a tenth of a second with one write: a flood of them must not keep the disk from the lamps. Resolves, or
 * rejects, when the attempt's own row is stored: before its answer.
 */
export function createFailedLogIns(record: (attempts: readonly Act[]) => Promise<void>): {
  record: (attempt: Act) => Promise<void>;
} {
  let gathered: Act[] = [];
  let written: Promise<void> | undefined;

  const write = async () => {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    const attempts = gathered;
    gathered = [];
    written = undefined;
    await record(attempts);
  };

  return {
    record: (attempt) => {
      gathered.push(attempt);
      written ??= write();
      return written;
    },
  };
}
