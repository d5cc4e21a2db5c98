import { type Kysely, type SqlBool, sql } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';

export type StoredSecondFactor = { sealedSecret: string; isConfirmed: boolean };

/** The second factors of users, at most one each. */
export type SecondFactorsRepository = {
  find: (userId: number) => Promise<StoredSecondFactor | undefined>;
  countRecoveryCodes: (userId: number) => Promise<number>;
  /** Stores a secret to be confirmed instead of an earlier one. False when a confirmed one exists. */
  begin: (userId: number, sealedSecret: string) => Promise<boolean>;
  /** Turns the stored secret on. False when it is no more the one to confirm. */
  confirm: (
    userId: number,
    confirmed: { sealedSecret: string; step: number; recoveryCodeHashes: readonly string[] },
    act: AuditContext,
  ) => Promise<boolean>;
  /** Uses the code of a time step up. False when that or a later one was used already. */
  useStep: (userId: number, step: number) => Promise<boolean>;
  /** Uses a recovery code up. False when there is none such. */
  useRecoveryCode: (userId: number, codeHash: string) => Promise<boolean>;
  /** Removes the app, and the recovery codes of who has no passkey either. False when there was none. */
  remove: (userId: number, act: AuditContext) => Promise<boolean>;
  /** Removes app, passkeys and codes. False when there were none. */
  reset: (userId: number, act: AuditContext) => Promise<boolean>;
};

export function createSecondFactorsRepository(db: Kysely<Database>): SecondFactorsRepository {
  return {
    find: async (userId) => {
      const row = await db
        .selectFrom('second_factors')
        .select(['sealed_secret', 'confirmed_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row && { sealedSecret: row.sealed_secret, isConfirmed: row.confirmed_at !== null };
    },
    countRecoveryCodes: async (userId) =>
      (await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', userId).execute())
        .length,
    begin: async (userId, sealedSecret) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('second_factors')
        .values({ user_id: userId, sealed_secret: sealedSecret, confirmed_at: null, last_step: 0 })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ sealed_secret: sealedSecret })
            .where('second_factors.confirmed_at', 'is', null),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows !== 0n;
    },
    confirm: (userId, { sealedSecret, step, recoveryCodeHashes }, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('second_factors')
          .set({ confirmed_at: at, last_step: step })
          .where('user_id', '=', userId)
          .where('sealed_secret', '=', sealedSecret)
          .where('confirmed_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
        const codes = recoveryCodeHashes.map((code_hash) => ({ user_id: userId, code_hash }));
        await transaction.insertInto('recovery_codes').values(codes).execute();
        const action = 'users.enable-second-factor';
        await appendAudit(transaction, { at, author, action, target: `user:${userId}` });
        return true;
      }),
    useStep: async (userId, step) => {
      const { numUpdatedRows } = await db
        .updateTable('second_factors')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    useRecoveryCode: async (userId, codeHash) => {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    remove: (userId, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await removeApp(transaction, userId))) return false;
        await removeUnneededCodes(transaction, userId);
        const action = 'users.disable-second-factor';
        await appendAudit(transaction, { at, author, action, target: `user:${userId}` });
        return true;
      }),
    reset: (userId, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const hadApp = await removeApp(transaction, userId);
        const passkeys = transaction.deleteFrom('passkeys').where('user_id', '=', userId);
        const { numDeletedRows } = await passkeys.executeTakeFirst();
        if (!hadApp && numDeletedRows === 0n) return false;
        await removeUnneededCodes(transaction, userId);
        const action = 'users.reset-second-factor';
        const after = numDeletedRows > 0n && { after: { passkeys: Number(numDeletedRows) } };
        await appendAudit(transaction, { at, author, action, target: `user:${userId}`, ...after });
        return true;
      }),
  };
}

async function removeApp(db: Kysely<Database>, userId: number): Promise<boolean> {
  const app = db.deleteFrom('second_factors').where('user_id', '=', userId);
  return (await app.executeTakeFirst()).numDeletedRows > 0n;
}

/** Recovery codes stand in for an app or a passkey: without either they would be a way in by themselves. */
export async function removeUnneededCodes(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys').select('id').where('user_id', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('second_factors')
            .select('user_id')
            .where('user_id', '=', userId)
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )
    .execute();
}

/** Whether the user of that column has a passkey. */
export function hasPasskey(column: 'users.id' | 'persons.id') {
  return sql<SqlBool>`exists (select 1 from passkeys where user_id = ${sql.ref(column)})`.as('has_passkey');
}
