import type { Kysely } from 'kysely';
import { type AuditAuthor, type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';

/** A broker that an admin saved; its password sealed, null when it has none. */
export type StoredBroker = { host: string; port: number; username: string; sealedPassword: string | null };

export type BrokerTrial = { host: string; port: number; username: string; failure: string | null };

export type BrokerConfigRepository = {
  find: () => Promise<StoredBroker | undefined>;
  /** Replaces the stored broker and adds the audit row, in which the password does not appear. */
  save: (broker: StoredBroker, act: { at: number; author: AuditAuthor; before: object }) => Promise<void>;
  /** Adds the audit row of a trial: what was tried, without its password, and why it failed, in Italian. */
  recordTrial: (trial: BrokerTrial, act: AuditContext) => Promise<void>;
};

/** There is one broker in use, hence one row. */
const ROW = 1;

export function createBrokerConfigRepository(db: Kysely<Database>): BrokerConfigRepository {
  return {
    find: async () => {
      const row = await db.selectFrom('broker_config').selectAll().where('id', '=', ROW).executeTakeFirst();
      return (
        row && { host: row.host, port: row.port, username: row.username, sealedPassword: row.sealed_password }
      );
    },
    save: ({ host, port, username, sealedPassword }, { at, author, before }) =>
      db.transaction().execute(async (transaction) => {
        const values = { host, port, username, sealed_password: sealedPassword, updated_at: at };
        await transaction
          .insertInto('broker_config')
          .values({ id: ROW, ...values })
          .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
          .execute();
        const after = { host, port, username };
        await appendAudit(transaction, { at, author, action: 'broker.save', before, after });
      }),
    recordTrial: ({ failure, ...after }, act) =>
      appendAudit(db, {
        ...{ ...act, action: 'broker.test', after },
        ...(failure !== null && { outcome: 'fallita', code: 'broker-refused', reason: failure }),
      }),
  };
}
