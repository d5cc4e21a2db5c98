import type { Person } from '@semaforo/contract/api/people';
import type { Duty } from '@semaforo/contract/domain/duty';
import type { Kysely, SqlBool } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';
import type { Secret } from '../platform/secret.ts';
import { foldUsername } from './fold-username.ts';
import { hasPasskey } from './second-factors.repository.ts';

export type NewPerson = {
  comuneId: number;
  username: string;
  duty: Duty;
  passwordHash: Secret;
  oidcSubject: string | null;
};

/** The persons who act for Comuni. A Comune of undefined is any. */
export function createPeopleRepository(db: Kysely<Database>) {
  const select = (comuneId: number | undefined) =>
    db
      .selectFrom('users as persons')
      .innerJoin('users as comuni', 'comuni.id', 'persons.comune_id')
      .leftJoin('second_factors', 'second_factors.user_id', 'persons.id')
      .select(['persons.id', 'persons.username', 'persons.duty', 'persons.created_at'])
      .select(hasPasskey('persons.id'))
      .select(['persons.oidc_subject', 'confirmed_at', 'comuni.id as comune_id', 'comuni.username as comune'])
      .select((eb) =>
        eb
          .selectFrom('sessions')
          .whereRef('sessions.user_id', '=', 'persons.id')
          .select(({ fn }) => fn.max('last_seen').as('seen'))
          .as('last_seen'),
      )
      .$if(comuneId !== undefined, (all) => all.where('comuni.id', '=', Number(comuneId)))
      .orderBy('persons.folded_username');

  return {
    /** By name. */
    list: async (comuneId: number | undefined): Promise<Person[]> =>
      (await select(comuneId).execute()).map(toRecord),
    find: async (id: number, comuneId: number | undefined): Promise<Person | undefined> => {
      const row = await select(comuneId).where('persons.id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    /** Resolves to the id. Rejects with a unique violation when the name is taken. */
    create: (person: NewPerson, { at, author }: AuditContext): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const { comuneId, username, duty, oidcSubject } = person;
        const { id } = await transaction
          .insertInto('users')
          .values({
            ...{ username, folded_username: foldUsername(username), role: 'user', token_version: 1 },
            ...{ password_hash: person.passwordHash.reveal(), created_at: at },
            ...{ comune_id: comuneId, duty, oidc_subject: oidcSubject },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const after = { username, duty };
        await appendAudit(transaction, { at, author, action: 'people.create', target: `user:${id}`, after });
        return id;
      }),
    setDuty: (person: Person, duty: Duty, { at, author }: AuditContext): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('users').set({ duty }).where('id', '=', person.id).execute();
        const [target, before, after] = [`user:${person.id}`, { duty: person.duty }, { duty }];
        await appendAudit(transaction, { at, author, action: 'people.update', target, before, after });
      }),
    /**
     * Deletes the person with sessions, second factor, browsers and chats, and supersedes what they asked another to
     * approve. False when they were gone already.
     */
    delete: (person: Person, { at, author }: AuditContext): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { id, username, duty } = person;
        const deleted = await transaction.deleteFrom('users').where('id', '=', id).executeTakeFirst();
        if (deleted.numDeletedRows === 0n) return false;
        await transaction
          .updateTable('approvals')
          .set({ state: 'superata', decided_at: at })
          .where('asker_id', '=', person.user_id)
          .where('username', '=', username)
          .where('state', '=', 'in attesa')
          .execute();
        const [target, before] = [`user:${id}`, { username, duty }];
        await appendAudit(transaction, { at, author, action: 'people.delete', target, before });
        return true;
      }),
  };
}

export type PeopleRepository = ReturnType<typeof createPeopleRepository>;

type Row = {
  id: number;
  username: string;
  duty: Duty | null;
  created_at: number;
  oidc_subject: string | null;
  confirmed_at: number | null;
  has_passkey: SqlBool;
  comune_id: number;
  comune: string;
  last_seen: number | null;
};

function toRecord({ id, username, duty, comune_id, comune, oidc_subject, ...row }: Row): Person {
  return {
    ...{ id, username, duty: duty ?? 'read', user_id: comune_id, comune, oidc_subject },
    second_factor: row.confirmed_at !== null || Boolean(row.has_passkey),
    created_at: isoTime(row.created_at),
    last_seen: row.last_seen === null ? null : isoTime(row.last_seen),
  };
}
