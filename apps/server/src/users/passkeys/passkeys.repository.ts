import type { Passkey } from '@semaforo/contract/api/passkeys';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';
import { isoTime } from '../../platform/clock.ts';
import { removeUnneededCodes } from '../second-factors.repository.ts';
import type { NewCredential, StoredCredential } from './webauthn.port.ts';

export type NewPasskey = NewCredential & { userId: number; name: string; rpId: string };

/** A passkey as it is used: whose it is, and for which host it was made. */
export type StoredPasskey = StoredCredential & { userId: number; rpId: string };

export type PasskeysRepository = ReturnType<typeof createPasskeysRepository>;

/** The passkeys of users. */
export function createPasskeysRepository(db: Kysely<Database>) {
  return {
    /** The oldest first. */
    list: async (userId: number): Promise<Passkey[]> => {
      const rows = db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id');
      return (await rows.execute()).map(({ id, name, created_at, last_used, synced }) => ({
        ...{ id, name, created_at: isoTime(created_at), synced: synced === 1 },
        last_used: last_used === null ? null : isoTime(last_used),
      }));
    },
    credentialIds: async (userId: number): Promise<string[]> => {
      const rows = db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId);
      return (await rows.execute()).map(({ credential_id }) => credential_id);
    },
    find: async (credentialId: string): Promise<StoredPasskey | undefined> => {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      return (
        row && {
          ...{ id: row.credential_id, publicKey: row.public_key, counter: row.counter },
          ...{ userId: row.user_id, rpId: row.rp_id },
        }
      );
    },
    /**
     * Resolves to its id, and whether the recovery codes were stored: they are for who had none. Rejects with a unique
     * violation when it is known.
     */
    add: (
      passkey: NewPasskey,
      recoveryCodeHashes: readonly string[],
      { at, author }: AuditContext,
    ): Promise<{ id: number; storedCodes: boolean }> =>
      db.transaction().execute(async (transaction) => {
        const { userId, name } = passkey;
        const { id } = await transaction
          .insertInto('passkeys')
          .values({
            ...{ user_id: userId, credential_id: passkey.id, public_key: passkey.publicKey, name },
            ...{ rp_id: passkey.rpId, counter: passkey.counter, synced: passkey.isSynced ? 1 : 0 },
            ...{ created_at: at, last_used: null },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const codes = transaction
          .selectFrom('recovery_codes')
          .select('code_hash')
          .where('user_id', '=', userId);
        const storedCodes = (await codes.executeTakeFirst()) === undefined;
        if (storedCodes) {
          const values = recoveryCodeHashes.map((code_hash) => ({ user_id: userId, code_hash }));
          await transaction.insertInto('recovery_codes').values(values).execute();
        }
        const [target, after] = [`user:${userId}`, { name }];
        await appendAudit(transaction, { at, author, action: 'users.add-passkey', target, after });
        return { id, storedCodes };
      }),
    /** Notes a use. False when another one with that counter or a later one was noted meanwhile. */
    use: async (credentialId: string, { counter, at }: { counter: number; at: number }): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter, last_used: at })
        .where('credential_id', '=', credentialId)
        // Many a device does not count and always says 0.
        .where(({ eb, or }) => or([eb('counter', '<', counter), eb('counter', '=', 0)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** Removes one; with the last the recovery codes of who has no app either. False when there is none such. */
    remove: (id: number, userId: number, { at, author }: AuditContext): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('passkeys')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('name')
          .executeTakeFirst();
        if (!removed) return false;
        await removeUnneededCodes(transaction, userId);
        const [target, before] = [`user:${userId}`, removed];
        await appendAudit(transaction, { at, author, action: 'users.remove-passkey', target, before });
        return true;
      }),
  };
}
