import type { Secret } from '../../platform/secret.ts';
import type { OidcRole } from './oidc-roles.ts';

export type OidcSettings = {
  issuer: string;
  clientId: string;
  /** Undefined of a public client, which has PKCE alone. */
  clientSecret: Secret | undefined;
  roles: readonly OidcRole[];
  /** What people call it. */
  name: string;
};

/** What one log-in must come back with; only the browser that began it has it, sealed. */
export type Flow = { redirectUri: string; state: string; nonce: string; verifier: string };

export type Identity = { issuer: string; subject: string; claims: Record<string, unknown> };

/** A provider of identities by OpenID Connect. */
export type IdentityProvider = {
  state: () => { isAway: boolean; readAt: number | undefined };
  /** Reads its documents. */
  read: () => Promise<void>;
  /** Where the browser logs in, and what it must come back with. Undefined while the provider is away. */
  begin: (redirectUri: string) => Promise<{ address: URL; flow: Flow } | undefined>;
  /** Who came back; undefined when anything about the answer is wrong. */
  finish: (search: string, flow: Flow) => Promise<Identity | undefined>;
  /** Where the browser logs out; undefined where the provider has no such place. */
  endSession: (returnTo: string) => Promise<URL | undefined>;
};
