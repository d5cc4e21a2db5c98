import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** One use of an `Idempotency-Key`: a key means something only together with its user. */
export type KeyUse = { userId: number; key: string };

export type StoredAnswer = { status: number; body: string };

/** The request that first used a key, and its answer: null while it is under way, and for good when it never ended. */
export type FirstUse = { requestHash: string; answer: StoredAnswer | null };

export type IdempotentAnswersRepository = {
  /** Takes a key for a request; undefined when it was free, else its first use. Uses from `forgetUntil` and before are forgotten. */
  claim: (
    use: KeyUse & { requestHash: string; at: number; forgetUntil: number },
  ) => Promise<FirstUse | undefined>;
  /** Stores the answer of the request that claimed the key. */
  store: (use: KeyUse, answer: StoredAnswer) => Promise<void>;
  /** Frees a key whose request did nothing. */
  release: (use: KeyUse) => Promise<void>;
};

/** The answers kept for `Idempotency-Key`. */
export function createIdempotentAnswersRepository(db: Kysely<Database>): IdempotentAnswersRepository {
  return {
    claim: ({ userId, key, requestHash, at, forgetUntil }) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('idempotent_answers').where('created_at', '<=', forgetUntil).execute();
        const claimed = await transaction
          .insertInto('idempotent_answers')
          .values({ user_id: userId, key, request_hash: requestHash, created_at: at })
          .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
          .returning('key')
          .executeTakeFirst();
        if (claimed) return undefined;
        const first = await transaction
          .selectFrom('idempotent_answers')
          .select(['request_hash', 'status', 'body'])
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .executeTakeFirst();
        // Gone again: its request was refused between the two statements, and is answered like one under way.
        return toFirstUse(first ?? { request_hash: requestHash, status: null, body: null });
      }),
    store: async ({ userId, key }, answer) => {
      await db
        .updateTable('idempotent_answers')
        .set(answer)
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute();
    },
    release: async ({ userId, key }) => {
      await db
        .deleteFrom('idempotent_answers')
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute();
    },
  };
}

function toFirstUse(row: { request_hash: string; status: number | null; body: string | null }): FirstUse {
  const { request_hash: requestHash, status, body } = row;
  return { requestHash, answer: status === null || body === null ? null : { status, body } };
}
