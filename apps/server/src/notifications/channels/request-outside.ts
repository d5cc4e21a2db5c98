import { request as requestOverHttp } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { isIP } from 'node:net';
import { endAfter } from '../../platform/end-after.ts';
import { lookupOnly } from '../../platform/lookup-only.ts';

const WITHIN_MS = 10_000;
/** Of an answer no more is read. */
const ANSWER_AT_MOST = 10_000;

export type OutsideRequest = {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | string | undefined;
};

/** `retryAfterMs`: when the other side wants to be asked again; `text`: the beginning of its answer. */
export type OutsideAnswer = { status: number; retryAfterMs: number | undefined; text: string };

/**
 * Sends a request to an address that somebody has written, within ten seconds. The address is looked at as it is
 * connected to, so a name that changes its meaning leads nowhere else; a redirection is not followed. Rejects when
 * there was no answer.
 */
export function requestOutside(
  { url, method, headers, body }: OutsideRequest,
  {
    ca,
    isAllowed,
    reads = false,
    refused = () => notThere(url),
    stopping,
  }: {
    ca?: string | undefined;
    isAllowed: (address: string) => boolean;
    /** True: the beginning of the answer is read, too. Else it is sent away, however long it would be. */
    reads?: boolean;
    /** The error for an address that is not allowed. */
    refused?: () => Error;
    stopping: AbortSignal;
  },
): Promise<OutsideAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A written address is looked up by no one.
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(refused());
  const over = url.protocol === 'https:' ? requestOverTls : requestOverHttp;
  const send = (signal: AbortSignal) =>
    new Promise<OutsideAnswer>((resolve, reject) => {
      const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
      const request = over(
        url,
        {
          ...{
            method,
            signal,
            agent: false,
            lookup: lookupOnly(isAllowed, refused),
            headers: { ...headers, ...length },
          },
          ...(ca !== undefined && { ca }),
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (some: string) => {
            text += some;
            if (text.length > ANSWER_AT_MOST) response.destroy();
          });
          response.on('error', () => undefined);
          if (!reads) response.destroy();
          response.once('close', () => {
            const seconds = Number(response.headers['retry-after']);
            const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
            resolve({ status: response.statusCode ?? 0, retryAfterMs, text });
          });
        },
      );
      request.once('error', reject);
      request.end(body);
    });
  return endAfter(WITHIN_MS, send, stopping);
}

/** Thrown for an address to which the server does not connect. */
export class ForbiddenAddressError extends Error {}

/** The error for an address where no one of outside can be. */
export function notThere({ host }: URL): Error {
  return new ForbiddenAddressError(`all’indirizzo ${host} non può esserci un servizio di notifiche`);
}
