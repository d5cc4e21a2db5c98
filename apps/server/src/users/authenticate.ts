import type { Actor } from '../platform/actor.ts';
import type { Tokens } from './tokens.port.ts';
import type { UsersRepository } from './users.repository.ts';

/** The user of a token as stored now, and the end of the token (epoch milliseconds). */
export type Session = { actor: Actor; tokenVersion: number; expiresAt: number };

/** Resolves to undefined when the token is forged, expired or revoked, or its user is deleted. */
export function createAuthenticate(options: {
  tokens: Pick<Tokens, 'read'>;
  repository: Pick<UsersRepository, 'findById'>;
}): (token: string) => Promise<Session | undefined> {
  return async (token) => {
    const claims = await options.tokens.read(token);
    const user = claims && (await options.repository.findById(claims.userId));
    if (!user || user.tokenVersion !== claims.version) return undefined;
    const { id, username, role, tokenVersion } = user;
    return { actor: { id, username, role }, tokenVersion, expiresAt: claims.expiresAt };
  };
}
