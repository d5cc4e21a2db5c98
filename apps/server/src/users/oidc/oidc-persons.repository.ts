import type { Duty } from '@semaforo/contract/domain/duty';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit, PROGRAM } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';
import type { Identity } from './identity-provider.port.ts';

export type OidcPerson = { id: number; tokenVersion: number; duty: Duty | null };

export type OidcPersonsRepository = ReturnType<typeof createOidcPersonsRepository>;

/** The persons whom a provider of identities knows by a subject, and by nothing else. */
export function createOidcPersonsRepository(db: Kysely<Database>) {
  const persons = (subject: string) =>
    db
      .selectFrom('users')
      .select(['id', 'token_version', 'duty', 'oidc_issuer'])
      .where('comune_id', 'is not', null)
      .where('oidc_subject', '=', subject);
  return {
    /**
     * The person of that subject of that provider. At the first log-in that is the one for whom the Comune noted the
     * subject; where several are noted with it, none.
     */
    find: async (
      { issuer, subject }: Identity,
      { at, author }: AuditContext,
    ): Promise<OidcPerson | undefined> => {
      const rows = await persons(subject).execute();
      const linked = rows.find((row) => row.oidc_issuer === issuer);
      const [noted, another] = rows.filter((row) => row.oidc_issuer === null);
      const row = linked ?? (another ? undefined : noted);
      if (!row) return undefined;
      if (!linked) {
        await db.transaction().execute(async (transaction) => {
          const person = transaction.updateTable('users').where('id', '=', row.id);
          await person.set({ oidc_issuer: issuer }).execute();
          const after = { issuer };
          await appendAudit(transaction, {
            at,
            author,
            action: 'people.link',
            target: `user:${row.id}`,
            after,
          });
        });
      }
      return { id: row.id, tokenVersion: row.token_version, duty: row.duty };
    },
    setDuty: (person: OidcPerson, duty: Duty, at: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ duty }).where('id', '=', person.id).execute();
        const [target, before] = [`user:${person.id}`, { duty: person.duty }];
        const after = { duty, by: 'oidc' };
        const update = { at, author: PROGRAM, action: 'people.update', target, before, after };
        await appendAudit(transaction, update);
      }),
    /** All persons, and those who can log in by a provider. */
    count: async (): Promise<{ people: number; linked: number }> => {
      const counted = db
        .selectFrom('users')
        .where('comune_id', 'is not', null)
        .select(({ fn }) => [
          fn.countAll<number>().as('people'),
          fn.count<number>('oidc_issuer').as('linked'),
        ]);
      const { people, linked } = await counted.executeTakeFirstOrThrow();
      return { people: Number(people), linked: Number(linked) };
    },
  };
}
