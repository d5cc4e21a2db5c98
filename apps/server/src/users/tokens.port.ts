/** The claims of a token. It is valid only while `version` is that of the user. Times are epoch milliseconds. */
export type TokenClaims = { userId: number; version: number; expiresAt: number };

export type Tokens = {
  issue: (user: { id: number; username: string; tokenVersion: number }) => Promise<string>;
  /** Resolves to undefined for a token that is expired or was not signed by this server. */
  read: (token: string) => Promise<TokenClaims | undefined>;
};
