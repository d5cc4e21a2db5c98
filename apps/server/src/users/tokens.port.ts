import type { Secret } from '../platform/secret.ts';

/** The claims of a token. It is valid only while `version` is that of the user. Times are epoch milliseconds. */
export type TokenClaims = {
  userId: number;
  sessionId: number;
  version: number;
  isKiosk: boolean;
  expiresAt: number;
};

export type Tokens = {
  issue: (token: {
    user: { id: number; username: string; tokenVersion: number };
    sessionId: number;
    /** A wall's token may last for years, and stands for a session that only watches. */
    isKiosk?: boolean;
    /** Epoch milliseconds, a whole number of seconds. */
    expiresAt: number;
  }) => Promise<Secret>;
  /** Resolves to 'expired' for a token of this server that is too old, to undefined for one that is not of it. */
  read: (token: string) => Promise<TokenClaims | 'expired' | undefined>;
};
