import type { Kysely } from 'kysely';
import { compileOnce } from '../database/compile-once.ts';
import type { Engine } from '../database/engine.ts';
import { lightCommit } from '../database/light-commit.ts';
import type { Database } from '../database/schema.ts';

/** One use of an `Idempotency-Key`. Different users may use the same key. */
export type KeyUse = { userId: number; key: string };

export type StoredAnswer = { status: number; body: string };

/** The first request with a key. Its answer is null while it is under way, and forever if it never ended. */
export type FirstUse = { requestHash: string; answer: StoredAnswer | null };

export type IdempotentAnswersRepository = {
  /** Claims a key: undefined when it was free, else its first use. Deletes uses older than `forgetUntil` (epoch ms). */
  claim: (
    use: KeyUse & { requestHash: string; at: number; forgetUntil: number },
  ) => Promise<FirstUse | undefined>;
  /** Stores the answer of the request that claimed the key. */
  store: (use: KeyUse, answer: StoredAnswer) => Promise<void>;
  /** Frees the key of a request that did nothing. */
  release: (use: KeyUse) => Promise<void>;
};

const forget = compileOnce((db, { forgetUntil }: { forgetUntil: number }) =>
  db.deleteFrom('idempotent_answers').where('created_at', '<=', forgetUntil),
);

type ClaimRow = { user_id: number; key: string; request_hash: string; created_at: number };

const claim = compileOnce((db, row: ClaimRow) =>
  db
    .insertInto('idempotent_answers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key'),
);

const storeAnswer = compileOnce((db, { userId, key, status, body }: KeyUse & StoredAnswer) =>
  db
    .updateTable('idempotent_answers')
    .set({ status, body })
    .where('user_id', '=', userId)
    .where('key', '=', key),
);

/**
 * Stores the answers to repeat for an `Idempotency-Key`. None of it waits for the disk: a claim is durable with the act
 * that it guards, and a key without its answer never acts again.
 */
export function createIdempotentAnswersRepository(
  db: Kysely<Database>,
  engine: Engine,
): IdempotentAnswersRepository {
  return {
    claim: ({ userId, key, requestHash, at, forgetUntil }) =>
      lightCommit({ db, engine }, async (transaction) => {
        await forget(transaction, { forgetUntil });
        const use = { user_id: userId, key, request_hash: requestHash, created_at: at };
        const [claimed] = await claim(transaction, use);
        if (claimed) return undefined;
        const first = await transaction
          .selectFrom('idempotent_answers')
          .select(['request_hash', 'status', 'body'])
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .executeTakeFirst();
        // Its request was refused between the two statements and freed the key. Answered like one under way.
        return toFirstUse(first ?? { request_hash: requestHash, status: null, body: null });
      }),
    store: async ({ userId, key }, answer) => {
      await lightCommit({ db, engine }, (transaction) =>
        storeAnswer(transaction, { userId, key, status: answer.status, body: answer.body }),
      );
    },
    release: async ({ userId, key }) => {
      await lightCommit({ db, engine }, (transaction) =>
        transaction
          .deleteFrom('idempotent_answers')
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute(),
      );
    },
  };
}

function toFirstUse(row: { request_hash: string; status: number | null; body: string | null }): FirstUse {
  const { request_hash: requestHash, status, body } = row;
  return { requestHash, answer: status === null || body === null ? null : { status, body } };
}
