import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

const KID = 'chiave-1';

export type Claims = Record<string, unknown>;

/** What the token endpoint answers; by default a good ID token. */
export type TokenAnswer = (good: Claims, keys: Keys) => Promise<Claims | { status: number; body: Claims }>;

export type Keys = {
  publicKey: CryptoKey;
  sign: (
    claims: Claims,
    options?: { alg?: string; kid?: string; key?: CryptoKey | Uint8Array },
  ) => Promise<string>;
};

/**
 * A provider on loopback that answers whatever a test has it answer, with the discovery document of a product.
 * `document` makes it of the address of this one.
 */
export async function startForgedProvider(document: (origin: string) => Claims) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: KID, alg: 'RS256', use: 'sig' };
  const keys: Keys = {
    publicKey,
    sign: (claims, { alg = 'RS256', kid = KID, key = privateKey } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key),
  };
  let answer: () => Promise<{ status: number; body: Claims }> = () =>
    Promise.resolve({ status: 400, body: {} });
  let userinfo: Claims = {};
  let paths: Record<string, () => Promise<{ status: number; body: Claims }>> = {};
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname;
    void (paths[path]?.() ?? Promise.resolve({ status: 404, body: {} })).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = document(origin);
  const issuer = String(discovery.issuer);
  const pathOf = (address: unknown) => new URL(String(address)).pathname;
  const always = (body: () => Claims) => () => Promise.resolve({ status: 200, body: body() });
  paths = {
    [pathOf(`${issuer}/.well-known/openid-configuration`)]: always(() => discovery),
    [pathOf(discovery.jwks_uri)]: always(() => ({ keys: [jwk] })),
    [pathOf(discovery.userinfo_endpoint)]: always(() => userinfo),
    [pathOf(discovery.token_endpoint)]: () => answer(),
  };
  return {
    issuer,
    keys,
    /** From now on a code is answered with a token of these claims, or with what is made of them. */
    answerWith: (claims: Claims, make?: TokenAnswer) => {
      answer = async () => {
        const made = make ? await make(claims, keys) : { id_token: await keys.sign(claims) };
        if ('status' in made && 'body' in made) return made as { status: number; body: Claims };
        return { status: 200, body: { access_token: 'gettone', token_type: 'Bearer', ...made } };
      };
    },
    userinfoIs: (claims: Claims) => {
      userinfo = claims;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
