import type { Kysely } from 'kysely';

/** Log-ins by OpenID Connect: of which provider a subject is, what opened a session, what counted once. */
export async function addOidc(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('oidc_issuer', 'text').execute();
  await db.schema
    .createIndex('users_oidc_subject')
    .unique()
    .on('users')
    .columns(['oidc_issuer', 'oidc_subject'])
    .execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('opened_by', 'text', (column) => column.notNull().defaultTo('password'))
    .execute();
  await db.schema
    .createTable('used_tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}
