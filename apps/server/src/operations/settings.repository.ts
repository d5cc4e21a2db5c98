import type { Setting } from '@semaforo/contract/api/settings';
import { PUBLIC_SLUG_SETTING } from '@semaforo/contract/domain/public-page';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../database/constraint-errors.ts';
import type { Database } from '../database/schema.ts';

/** Of one user, and the characters of all keys and values together (docs/rules.md#quotas). */
export const SETTINGS_AT_MOST = 50;
export const LENGTH_AT_MOST = 20_000;

type Rename = { key: string; newKey: string; value: string };

export type SettingsRepository = {
  userExists: (userId: number) => Promise<boolean>;
  /** Sorted by key; only the keys that start with the prefix, if given. */
  list: (userId: number, prefix?: string) => Promise<Setting[]>;
  /**
   * Adds or replaces settings. Nothing is saved when there is no such user, they would have too much, or another's
   * public page has that address.
   */
  save: (
    userId: number,
    settings: Record<string, string>,
    act: AuditContext,
  ) => Promise<'saved' | 'absent' | 'too-much' | 'address-taken'>;
  /** Gives a setting another key and value. */
  rename: (userId: number, rename: Rename, act: AuditContext) => Promise<'renamed' | 'absent' | 'taken'>;
  /** False when there is no such key. */
  delete: (userId: number, key: string, act: AuditContext) => Promise<boolean>;
};

/** Stores the settings of users. Each change is in the audit with the values before and after. */
export function createSettingsRepository(db: Kysely<Database>): SettingsRepository {
  const userExists = async (userId: number) =>
    (await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()) !== undefined;

  return {
    userExists,
    list: async (userId, prefix = '') => {
      const settings = await listSettings(db, userId);
      return settings.filter(({ key }) => key.startsWith(prefix));
    },
    save: async (userId, settings, act) => {
      if (!(await userExists(userId))) return 'absent';
      try {
        return await db
          .transaction()
          .execute((transaction) => saveSettings(transaction, { userId, settings }, act));
      } catch (error) {
        // The user was deleted in the meantime.
        if (isForeignKeyViolation(error)) return 'absent';
        throw error;
      }
    },
    rename: async (userId, rename, act) => {
      try {
        return await db
          .transaction()
          .execute((transaction) => renameSetting(transaction, { userId, ...rename }, act));
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken';
        throw error;
      }
    },
    delete: (userId, key, act) =>
      db.transaction().execute(async (transaction) => {
        const deleted = await transaction
          .deleteFrom('settings')
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .returning(['key', 'value'])
          .executeTakeFirst();
        if (!deleted) return false;
        const before = valuesByKey([deleted]);
        await appendAudit(transaction, {
          ...act,
          action: 'settings.delete',
          target: `user:${userId}`,
          before,
        });
        return true;
      }),
  };
}

function listSettings(db: Kysely<Database>, userId: number): Promise<Setting[]> {
  return db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .orderBy('key')
    .execute();
}

async function saveSettings(
  db: Kysely<Database>,
  { userId, settings }: { userId: number; settings: Record<string, string> },
  act: AuditContext,
): Promise<'saved' | 'too-much' | 'address-taken'> {
  const stored = await listSettings(db, userId);
  const after = Object.entries({ ...valuesByKey(stored), ...settings });
  const length = after.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  // Who has more from before may still change what there is.
  const grows = after.length > stored.length;
  if ((grows && after.length > SETTINGS_AT_MOST) || length > LENGTH_AT_MOST) return 'too-much';
  const slug = settings[PUBLIC_SLUG_SETTING];
  if (slug && (await isAddressOfAnother(db, userId, slug))) return 'address-taken';
  const before = stored.filter(({ key }) => Object.hasOwn(settings, key));
  for (const [key, value] of Object.entries(settings)) {
    await db
      .insertInto('settings')
      .values({ user_id: userId, key, value })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value }))
      .execute();
  }
  await appendAudit(db, {
    ...act,
    action: 'settings.save',
    target: `user:${userId}`,
    before: valuesByKey(before),
    after: settings,
  });
  return 'saved';
}

async function isAddressOfAnother(db: Kysely<Database>, userId: number, slug: string): Promise<boolean> {
  const other = await db
    .selectFrom('settings')
    .select('user_id')
    .where('key', '=', PUBLIC_SLUG_SETTING)
    .where('value', '=', slug)
    .where('user_id', '!=', userId)
    .executeTakeFirst();
  return other !== undefined;
}

async function renameSetting(
  db: Kysely<Database>,
  { userId, key, newKey, value }: Rename & { userId: number },
  act: AuditContext,
): Promise<'renamed' | 'absent'> {
  const before = (await listSettings(db, userId)).find((setting) => setting.key === key);
  if (!before) return 'absent';
  await db
    .updateTable('settings')
    .set({ key: newKey, value })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
  await appendAudit(db, {
    ...act,
    action: 'settings.rename',
    target: `user:${userId}`,
    before: valuesByKey([before]),
    after: { [newKey]: value },
  });
  return 'renamed';
}

function valuesByKey(settings: Setting[]): Record<string, string> {
  return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
}
