import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** What waits for the mail server, and what it said of the last one that it did not take; null: it takes them. */
export type MailState = { configured: boolean; waiting: number; failure: string | null };

/** The newest of those that were tried says how the mail server is. */
export async function readMailState(db: Kysely<Database>, configured: boolean): Promise<MailState> {
  if (!configured) return { configured, waiting: 0, failure: null };
  const { waiting } = await db
    .selectFrom('alarm_mails')
    .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  const last = await db
    .selectFrom('alarm_mails')
    .select('failure')
    .where('attempts', '>', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { configured, waiting: Number(waiting), failure: last?.failure ?? null };
}
