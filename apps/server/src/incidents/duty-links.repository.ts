import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

const HOUR_MS = 3_600_000;
const TAKES_FOR_MS = HOUR_MS;
/** For a day a link can still say why it does nothing. */
const KEPT_MS = 24 * HOUR_MS;

/** What is known of a link by which an alarm is taken in charge. */
export type TakeLink = { alarmId: number; person: string; isUsed: boolean; isExpired: boolean };

/** A channel whose test is confirmed by a link. */
export type ReceiptLink = { id: number; person: string; channel: string; ownerId: number | null };

export type DutyLinks = ReturnType<typeof createDutyLinks>;

/** Links by which people on duty answer without a log-in. Of a token only its hash is stored. */
export function createDutyLinks(db: Kysely<Database>) {
  return {
    /** Makes a link for one alarm and one person, for an hour; resolves to its token. Old ones go. */
    make: async (
      { alarmId, personId, now }: { alarmId: number; personId: number; now: number },
      transaction: Kysely<Database>,
    ): Promise<string> => {
      await transaction
        .deleteFrom('alarm_links')
        .where('expires_at', '<', now - KEPT_MS)
        .execute();
      const token = newToken();
      const link = { alarm_id: alarmId, person_id: personId, expires_at: now + TAKES_FOR_MS, used_at: null };
      await transaction
        .insertInto('alarm_links')
        .values({ ...link, token_hash: hashOf(token) })
        .execute();
      return token;
    },
    /** Undefined: there is none such, or the person is on duty no more. */
    find: async (token: string, now: number): Promise<TakeLink | undefined> => {
      const link = await db
        .selectFrom('alarm_links')
        .innerJoin('duty_people', 'duty_people.id', 'alarm_links.person_id')
        .select(['alarm_id', 'duty_people.name', 'expires_at', 'used_at'])
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst();
      if (!link) return undefined;
      const [isUsed, isExpired] = [link.used_at !== null, link.expires_at <= now];
      return { alarmId: link.alarm_id, person: link.name, isUsed, isExpired };
    },
    /** Uses the link up; false when it was used before, or is expired. */
    use: async (token: string, now: number, transaction: Kysely<Database>): Promise<boolean> => {
      const { numUpdatedRows } = await transaction
        .updateTable('alarm_links')
        .set({ used_at: now })
        .where('token_hash', '=', hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    findReceipt: (token: string): Promise<ReceiptLink | undefined> =>
      db
        .selectFrom('duty_channels')
        .innerJoin('duty_people', 'duty_people.id', 'duty_channels.person_id')
        .select(['duty_channels.id', 'duty_people.name as person', 'channel', 'owner_id as ownerId'])
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst(),
    confirm: async (id: number, now: number): Promise<void> => {
      await db.updateTable('duty_channels').set({ receipt_at: now }).where('id', '=', id).execute();
    },
  };
}

/** A token that no one guesses. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** What is stored of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
