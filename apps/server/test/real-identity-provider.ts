import { createServer } from 'node:http';
import { freePort } from '@semaforo/testing/free-port';
import { exportJWK, generateKeyPair } from 'jose';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import type { CookieBrowser } from './cookie-browser.ts';

export type ProviderKind = {
  alg: 'RS256' | 'ES256';
  /** Undefined: a public client, by PKCE alone. */
  clientSecret?: string;
  pairwise?: boolean;
};

/** An oidc-provider on loopback, with one client and accounts of any name, and the settings that lead to it. */
export async function startRealProvider(kind: ProviderKind, consoleUrl: string) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair(kind.alg, { extractable: true });
  const client: ClientMetadata = {
    client_id: 'semaforo',
    redirect_uris: [`${consoleUrl}/api/oidc/callback`],
    post_logout_redirect_uris: [`${consoleUrl}/login`],
    id_token_signed_response_alg: kind.alg,
    token_endpoint_auth_method: kind.clientSecret === undefined ? 'none' : 'client_secret_basic',
    ...(kind.clientSecret !== undefined && { client_secret: kind.clientSecret }),
    ...(kind.pairwise && { subject_type: 'pairwise' }),
  };
  const groups = new Map<string, string[]>();
  const configuration: Configuration = {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: kind.alg, use: 'sig' }] },
    cookies: { keys: ['chiave-dei-cookie-di-prova'] },
    subjectTypes: [kind.pairwise ? 'pairwise' : 'public'],
    pairwiseIdentifier: (_context, account) => `coppia-${account}`,
    pkce: { required: () => true },
    claims: { openid: ['sub', 'groups'] },
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...(groups.has(id) && { groups: groups.get(id) }) }),
    }),
    // It asks no one whether the console may know who they are.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  };
  const provider = new Provider(issuer, configuration);
  const handle = provider.callback();
  const server = createServer((request, response) => void handle(request, response));
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen();
  return {
    issuer,
    groups,
    subjectOf: (account: string) => (kind.pairwise ? `coppia-${account}` : account),
    listen,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
    /** Logs an account in: from the button of the log-in page to where the console leads the browser then. */
    logIn: async (browser: CookieBrowser, account: string) => {
      const asked = await browser.follow(`${consoleUrl}/api/oidc/start`);
      if (!asked.url.startsWith(issuer)) return asked;
      return browser.follow(asked.url, { prompt: 'login', login: account, password: 'qualsiasi' });
    },
  };
}
