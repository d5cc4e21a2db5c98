import type { AuditContext } from '../database/audit-trail.ts';

const GATHER_MS = 100;

/**
 * Records failed log-ins in groups, so that a flood of them does not slow down the writes of commands.
 * Settles when the row of the attempt is stored, or could not be: before the attempt is answered.
 */
export function createFailedLogIns(record: (attempts: readonly AuditContext[]) => Promise<void>): {
  record: (attempt: AuditContext) => Promise<void>;
} {
  let gathered: AuditContext[] = [];
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
