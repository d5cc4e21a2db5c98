import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';

const LIFETIME_S = 180 * 24 * 60 * 60;
const NONCE_BYTES = 16;

type Account = { id: number; tokenVersion: number };

/**
 * Remembers by a signed cookie with which browsers an account was used. The cookie logs no one in: it only says
 * whose failures count apart from those of strangers (docs/rules.md#passwords). A new password ends it.
 */
export type KnownBrowsers = {
  /** The `Set-Cookie` header after a good log-in. */
  introduce: (account: Account, options: { isSecure: boolean }) => string;
  /** A name for the browser that sent this `Cookie` header; undefined when it is not known to the account. */
  recognise: (account: Account | undefined, cookies: string | undefined) => string | undefined;
};

export function createKnownBrowsers({
  key,
  clock,
  basePath = '',
}: {
  key: Uint8Array;
  clock: Clock;
  /** The path under which a proxy has the console. */
  basePath?: string | undefined;
}): KnownBrowsers {
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url');
  const contentOf = ({ id, tokenVersion }: Account, nonce: string, issuedAtS: string) =>
    [id, tokenVersion, nonce, issuedAtS].join('.');

  return {
    introduce: (account, { isSecure }) => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      const issuedAtS = String(Math.floor(clock.now() / 1000));
      const value = [nonce, issuedAtS, sign(contentOf(account, nonce, issuedAtS))].join('.');
      const attributes = `Path=${basePath}/api/login; Max-Age=${LIFETIME_S}; HttpOnly; SameSite=Strict`;
      return `${nameFor(account)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
    },
    recognise: (account, cookies) => {
      if (!account || cookies === undefined) return undefined;
      const value = readCookie(cookies, nameFor(account));
      const [nonce, issuedAtS, signature, ...rest] = value?.split('.') ?? [];
      if (nonce === undefined || issuedAtS === undefined || signature === undefined || rest.length > 0) {
        return undefined;
      }
      if (!isSame(signature, sign(contentOf(account, nonce, issuedAtS)))) return undefined;
      return clock.now() / 1000 < Number(issuedAtS) + LIFETIME_S ? `browser ${nonce}` : undefined;
    },
  };
}

/** One cookie per account: several people may share a browser. */
function nameFor({ id }: Account): string {
  return `semaforo-browser-${id}`;
}

/** The value of a cookie in a `Cookie` header. */
export function readCookie(cookies: string, name: string): string | undefined {
  return cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
