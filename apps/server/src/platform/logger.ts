import { pino } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export type Logger = {
  error: (context: object, message: string) => void;
  warn: (context: object, message: string) => void;
  info: (context: object, message: string) => void;
  /** False where what is said at that level is not written: then it need not be put together. */
  isLevelEnabled: (level: 'info') => boolean;
};

/** One JSON line per entry on standard error; standard output is for what a person or a script waits for. */
export function createLogger(level: LogLevel): Logger {
  return pino({ level }, pino.destination({ fd: 2, sync: true }));
}
