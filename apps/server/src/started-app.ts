import type { Secret } from './platform/secret.ts';

export type Started = {
  url: string;
  /** The log-in of the first admin, when its password was made up in this start. */
  firstAdmin: { username: string; password: Secret } | undefined;
};

export type App = {
  /** Rejects with a StartupError for what a person can mend; what was started by then is stopped again. */
  start: () => Promise<Started>;
  /** Ends within ten seconds. Resolves to false when a part hung or failed, which is logged. Never rejects. */
  stop: () => Promise<boolean>;
};
