import type { Actor } from '../platform/actor.ts';
import type { Tokens } from './tokens.port.ts';
import type { UsersRepository } from './users.repository.ts';

/** Who a token stands for, as the database knows them now, and until when (epoch milliseconds). */
export type Session = { actor: Actor; tokenVersion: number; expiresAt: number };

/** The session of a token, or undefined when it is forged, expired or revoked, or its user is gone. */
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
