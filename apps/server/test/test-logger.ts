import type { Logger } from '../src/platform/logger.ts';

/** A logger for tests: it keeps what would have been logged. */
export function createTestLogger(): Logger & { entries: string[] } {
  const entries: string[] = [];
  const keep = (_context: object, message: string) => void entries.push(message);
  return { entries, error: keep, warn: keep, info: keep };
}
