import { readAccessToken } from './session.ts';

/** What was read of the server, and the tag by which it knows that. */
type Reading<T> = { token: string | null; tag: string; answer: T };

/** Keeps the last answer of one route, so that the server need not send it again while it is the same. */
export type LastReading<T> = {
  /** That of this session, if there is one. */
  known: () => Reading<T> | undefined;
  /** Keeps an answer that came with that ETag; null: it came without. */
  keep: (tag: string | null, answer: T) => void;
  /** Something has changed: what is kept is of no use any more and would only take memory. */
  forget: () => void;
};

export function createLastReading<T>(): LastReading<T> {
  let last: Reading<T> | undefined;
  return {
    known: () => (last?.token === readAccessToken() ? last : undefined),
    keep: (tag, answer) => {
      last = tag === null ? undefined : { token: readAccessToken(), tag, answer };
    },
    forget: () => {
      last = undefined;
    },
  };
}
