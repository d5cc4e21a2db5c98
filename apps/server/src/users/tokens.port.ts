/** What a token says; `version` must still be the user's. Times are epoch milliseconds. */
export type TokenClaims = { userId: number; version: number; expiresAt: number };

export type Tokens = {
  issue: (user: { id: number; username: string; tokenVersion: number }) => Promise<string>;
  /** The claims of a token that this server signed and that has not expired, else undefined. */
  read: (token: string) => Promise<TokenClaims | undefined>;
};
