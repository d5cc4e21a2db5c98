import * as client from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Flow, Identity, IdentityProvider, OidcSettings } from './identity-provider.port.ts';
import { lacksClaims } from './oidc-roles.ts';

const ANSWERS_WITHIN_S = 10;
const TOLERANCE_S = 60;
/** Each log-in begins with a provider that was there a moment ago. */
const READ_AGAIN_MS = 30_000;
const LONGEST_SUBJECT = 255;

/** Talks to the provider of identities by its own documents, keys included. Of what fails alike the first is logged. */
export function createIdentityProvider(deps: {
  settings: OidcSettings;
  clock: Clock;
  logger: Logger;
}): IdentityProvider {
  const { settings, clock, logger } = deps;
  let known: { configuration: client.Configuration; at: number } | undefined;
  let reading: Promise<client.Configuration | undefined> | undefined;
  let isAway = false;
  let lastFailure: string | undefined;

  const warnOnce = (error: unknown, sentence: string) => {
    const reason = reasonOf(error);
    if (reason !== lastFailure) logger.warn({ issuer: settings.issuer, reason }, sentence);
    lastFailure = reason;
  };
  const discover = async () => {
    try {
      const configuration = await discovery(settings);
      known = { configuration, at: clock.now() };
      isAway = false;
      lastFailure = undefined;
      return configuration;
    } catch (error) {
      warnOnce(error, 'the identity provider does not answer: only local log-ins work');
      isAway = true;
      return undefined;
    }
  };
  const read = (maxAgeMs: number): Promise<client.Configuration | undefined> => {
    if (known && !isAway && clock.now() - known.at < maxAgeMs) return Promise.resolve(known.configuration);
    reading ??= discover().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  /** Claims that only the userinfo has are read there; without them the log-in goes on. */
  const complete = async (
    configuration: client.Configuration,
    accessToken: string,
    claims: client.IDToken,
  ) => {
    const isComplete = !lacksClaims(settings.roles, claims);
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    try {
      return { ...(await client.fetchUserInfo(configuration, accessToken, claims.sub)), ...claims };
    } catch (error) {
      warnOnce(error, 'the identity provider did not answer the claims of a user');
      return claims;
    }
  };

  return {
    state: () => ({ isAway, readAt: known?.at }),
    read: async () => void (await read(0)),
    begin: async (redirectUri) => {
      const configuration = await read(READ_AGAIN_MS);
      if (!configuration) return undefined;
      const [state, nonce, verifier] = [
        client.randomState(),
        client.randomNonce(),
        client.randomPKCECodeVerifier(),
      ];
      const address = client.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri, scope: 'openid', state, nonce },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address, flow: { redirectUri, state, nonce, verifier } };
    },
    finish: async (search, flow) => {
      const configuration = await read(Number.POSITIVE_INFINITY);
      if (!configuration) return undefined;
      try {
        const tokens = await client.authorizationCodeGrant(configuration, callbackOf(search, flow), {
          ...{ expectedState: flow.state, expectedNonce: flow.nonce, pkceCodeVerifier: flow.verifier },
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const fault = claims ? faultOf(claims, settings.clientId, clock.now()) : 'no ID token';
        if (!claims || fault !== undefined) throw new Error(fault);
        lastFailure = undefined;
        const all = await complete(configuration, tokens.access_token, claims);
        return { issuer: claims.iss, subject: claims.sub, claims: all } satisfies Identity;
      } catch (error) {
        warnOnce(error, 'a log-in with the identity provider was refused');
        return undefined;
      }
    },
    endSession: async (returnTo) => {
      const configuration = await read(Number.POSITIVE_INFINITY);
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo });
    },
  };
}

function discovery({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const server = new URL(issuer);
  return client.discovery(
    server,
    clientId,
    { [client.clockTolerance]: TOLERANCE_S },
    authenticationWith(clientSecret),
    {
      timeout: ANSWERS_WITHIN_S,
      // The signature counts, not only the connection by which the token came.
      execute: [
        client.enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
}

/** As the provider says that it takes the secret; by the header where it says nothing, as the standard has it. */
function authenticationWith(clientSecret: Secret | undefined): client.ClientAuth {
  if (clientSecret === undefined) return client.None();
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const how = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost;
    return how(clientSecret.reveal())(server, ...request);
  };
}

function callbackOf(search: string, { redirectUri }: Flow): URL {
  const address = new URL(redirectUri);
  address.search = search;
  return address;
}

/** What the library leaves to its caller. */
function faultOf(claims: client.IDToken, clientId: string, now: number): string | undefined {
  if (claims.azp !== undefined && claims.azp !== clientId) return 'azp is another client';
  if (claims.iat * 1000 > now + TOLERANCE_S * 1000) return 'iat is in the future';
  return claims.sub.length > LONGEST_SUBJECT ? 'sub is too long' : undefined;
}

/** The reason without what a token or an address holds. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { cause } = error;
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return `${error.message}${why}`;
}
