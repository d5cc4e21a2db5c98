import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Flow } from './oidc/identity-provider.port.ts';

/** What is handed to a browser for a moment, by what it is for. */
type Contents = {
  'oidc-flow': Flow;
  'oidc-session': { userId: number; tokenVersion: number };
  passkey: { challenge: string };
  'new-passkey': { challenge: string; userId: number };
};

type Sealed = { purpose: string; id: string; expiresAt: number; content: unknown };

export type Tickets = ReturnType<typeof createTickets>;

/**
 * Hands out what only this installation reads again, once and not for long. A browser keeps it, so that who only
 * begins stores nothing here.
 */
export function createTickets(options: {
  db: Kysely<Database>;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  clock: Clock;
}) {
  const { db, secrets, clock } = options;
  return {
    issue: <Purpose extends keyof Contents>(purpose: Purpose, content: Contents[Purpose], lifeS: number) =>
      secrets.seal(
        JSON.stringify({ purpose, id: randomUUID(), expiresAt: clock.now() + lifeS * 1000, content }),
      ),
    /** Its content, the first time; undefined for any other text. */
    take: async <Purpose extends keyof Contents>(
      purpose: Purpose,
      ticket: string | undefined,
    ): Promise<Contents[Purpose] | undefined> => {
      const opened = ticket === undefined ? undefined : secrets.open(ticket);
      if (opened === undefined) return undefined;
      const sealed = JSON.parse(opened) as Sealed;
      const now = clock.now();
      if (sealed.purpose !== purpose || sealed.expiresAt <= now) return undefined;
      await db.deleteFrom('used_tickets').where('expires_at', '<=', now).execute();
      const { numInsertedOrUpdatedRows: used } = await db
        .insertInto('used_tickets')
        .values({ id: sealed.id, expires_at: sealed.expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return used === 1n ? (sealed.content as Contents[Purpose]) : undefined;
    },
  };
}
