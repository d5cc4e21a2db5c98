import { pino } from 'pino';
import type { WithoutSecrets } from './secret.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** The fields of an entry and its sentence. Fields with a secret in them do not compile. */
type Log = <Context extends object>(context: Context & WithoutSecrets<Context>, message: string) => void;

export type Logger = {
  error: Log;
  warn: Log;
  info: Log;
  /** False where what is said at that level is not written: then it need not be put together. */
  isLevelEnabled: (level: 'info') => boolean;
};

/** One JSON line per entry on standard error; standard output is for what a person or a script waits for. */
export function createLogger(level: LogLevel): Logger {
  return pino({ level }, pino.destination({ fd: 2, sync: true }));
}
