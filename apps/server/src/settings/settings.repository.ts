import type { Setting } from '@semaforo/contract/api/settings';
import type { Kysely } from 'kysely';
import { type Act, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';

export type SettingsRepository = {
  userExists: (userId: number) => Promise<boolean>;
  /** By key; only those that begin with the prefix when one is given. */
  list: (userId: number, prefix?: string) => Promise<Setting[]>;
  /** Adds or replaces settings. */
  save: (userId: number, settings: Record<string, string>, act: Act) => Promise<void>;
  /** Gives a setting another key and value. */
  rename: (
    userId: number,
    rename: { key: string; newKey: string; value: string },
    act: Act,
  ) => Promise<'renamed' | 'absent' | 'taken'>;
  /** False when there is none of that key. */
  delete: (userId: number, key: string, act: Act) => Promise<boolean>;
};

export function createSettingsRepository(db: Kysely<Database>): SettingsRepository {
  const rowOf = (userId: number, key: string) => ({ user_id: userId, key });

  return {
    userExists: async (userId) =>
      (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined,
    list: async (userId, prefix = '') => {
      const settings = await db
        .selectFrom('settings')
        .select(['key', 'value'])
        .where('user_id', '=', userId)
        .orderBy('key')
        .execute();
      return settings.filter(({ key }) => key.startsWith(prefix));
    },
    save: (userId, settings, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        for (const [key, value] of Object.entries(settings)) {
          await transaction
            .insertInto('settings')
            .values({ ...rowOf(userId, key), value })
            .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value }))
            .execute();
        }
        const target = `user:${userId}`;
        await appendAudit(transaction, { at, author, action: 'settings.save', target, after: settings });
      }),
    rename: (userId, { key, newKey, value }, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const keys = await transaction
          .selectFrom('settings')
          .select('key')
          .where('user_id', '=', userId)
          .where('key', 'in', [key, newKey])
          .execute();
        if (!keys.some((row) => row.key === key)) return 'absent';
        if (key !== newKey && keys.some((row) => row.key === newKey)) return 'taken';
        await transaction
          .updateTable('settings')
          .set({ key: newKey, value })
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute();
        await appendAudit(transaction, {
          at,
          author,
          action: 'settings.rename',
          target: `user:${userId}`,
          before: { key },
          after: { key: newKey, value },
        });
        return 'renamed';
      }),
    delete: (userId, key, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('settings')
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        const target = `user:${userId}`;
        await appendAudit(transaction, { at, author, action: 'settings.delete', target, before: { key } });
        return true;
      }),
  };
}
