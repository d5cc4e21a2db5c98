import { endAfter } from '@semaforo/server/platform/end-after';

/** Longer than the server may take for anything, also while the database or the broker hang. */
const ANSWERED_WITHIN_MS = 60_000;
/** The statuses whose answers have no body. */
const WITHOUT_BODY = [204, 304];

/**
 * Like `fetch`, but rejects when the whole answer is not there within a minute: a round goes on, as after any request
 * without an answer.
 */
export const boundedFetch: typeof fetch = (address, init) =>
  endAfter(
    ANSWERED_WITHIN_MS,
    async (signal) => {
      const response = await fetch(address, { ...init, signal });
      const { status, headers } = response;
      const body = await response.arrayBuffer();
      return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
    },
    init?.signal ?? undefined,
  );
