import type { Attempt, Channel, Outgoing } from '../../channel.port.ts';
import type { ChannelName } from '../../notification.ts';
import {
  ForbiddenAddressError,
  notThere,
  type OutsideAnswer,
  type OutsideRequest,
} from '../request-outside.ts';

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 5 * 60_000;
const AGAIN = [408, 425, 429];

/** Sends a request to where it may go. Rejects when there was no answer. */
export type PostOutside = (request: OutsideRequest, signal: AbortSignal) => Promise<OutsideAnswer>;

/** A message as the other side wants it; `expects`: what is in the answer of one that was taken. */
export type HttpMessage = Omit<OutsideRequest, 'url'> & { url: string; expects?: string | undefined };

/**
 * A channel of which each message is one HTTP request. After a crash at the wrong moment one comes twice, which is
 * better than never. Tried for about a quarter of an hour.
 */
export function createHttpChannel({
  find,
  post,
  needsTls,
  retryMs = FIRST_RETRY_MS,
  ...pace
}: {
  name: ChannelName;
  /** How to write to a recipient; undefined when there is none such any more. */
  find: (recipient: string) => Promise<((message: Outgoing) => HttpMessage) | undefined>;
  post: PostOutside;
  /** False: also to addresses that begin with http://. */
  needsTls: boolean;
  isReady: () => boolean;
  everyMs: number;
  retryMs?: number | undefined;
}): Channel {
  const send = async (
    { url: address, expects, ...request }: HttpMessage,
    { attempts, signal }: { attempts: number; signal: AbortSignal },
  ): Promise<Attempt> => {
    const url = new URL(address);
    if (needsTls && url.protocol !== 'https:') throw notThere(url);
    const { status, retryAfterMs = 0, text } = await post({ ...request, url }, signal);
    const isTaken = status >= 200 && status < 300;
    if (isTaken && (expects === undefined || text.includes(expects))) return { outcome: 'sent' };
    const failure = isTaken ? `${url.host} non ha accettato il messaggio` : `${url.host} risponde ${status}`;
    if (!AGAIN.includes(status) && status < 500) return { outcome: 'refused', failure };
    return { outcome: 'retry', failure, afterMs: Math.max(waitMs(attempts), retryAfterMs) };
  };
  const waitMs = (attempts: number) => Math.min(retryMs * 2 ** attempts, LONGEST_RETRY_MS);
  return {
    ...{ ...pace, keepsOrder: false, repeats: true, tries: 9, callsAtOnce: 5 },
    open: async ({ recipient }) => {
      const toRequest = await find(recipient);
      if (!toRequest) return undefined;
      return async (message, signal) => {
        const { attempts } = message;
        const request = toRequest(message);
        try {
          return await send(request, { attempts, signal });
        } catch (error) {
          const failure =
            error instanceof ForbiddenAddressError
              ? error.message
              : `${new URL(request.url).host} non risponde`;
          return { outcome: 'retry', failure, afterMs: waitMs(attempts) };
        }
      };
    },
  };
}
