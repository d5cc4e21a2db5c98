import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';
import type { Identity } from './identity-provider.port.ts';

/**
 * Finds the person of a subject of a provider, by nothing else. At the first log-in that is the one for whom the Comune
 * noted the subject; where several are noted with it, none.
 */
export function createFindPersonOf(db: Kysely<Database>) {
  return async ({ issuer, subject }: Identity, { at, author }: AuditContext): Promise<number | undefined> => {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'oidc_issuer'])
      .where('comune_id', 'is not', null)
      .where('oidc_subject', '=', subject)
      .execute();
    const linked = rows.find((row) => row.oidc_issuer === issuer);
    if (linked) return linked.id;
    const [noted, another] = rows.filter((row) => row.oidc_issuer === null);
    if (!noted || another) return undefined;
    await db.transaction().execute(async (transaction) => {
      const person = transaction.updateTable('users').where('id', '=', noted.id);
      await person.set({ oidc_issuer: issuer }).execute();
      const [target, after] = [`user:${noted.id}`, { issuer }];
      await appendAudit(transaction, { at, author, action: 'people.link', target, after });
    });
    return noted.id;
  };
}
