import type { Logger } from '../src/platform/logger.ts';

export type LogLine = { message: string; [field: string]: unknown };

/** A logger for tests: it keeps what would have been logged. */
export function createTestLogger(): Logger & { entries: string[]; lines: LogLine[] } {
  const entries: string[] = [];
  const lines: LogLine[] = [];
  const keep = (context: object, message: string) => {
    entries.push(message);
    lines.push({ ...context, message });
  };
  return { entries, lines, error: keep, warn: keep, info: keep, isLevelEnabled: () => true };
}
