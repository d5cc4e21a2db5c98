import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/** `AUDIT_DAYS` is at least one day. */
const YOUNGEST_MS = 24 * 60 * 60 * 1000;

/**
 * No anchor for rows that no setting would archive yet (docs/decisions/0040-retention.md): by the database's own clock
 * the newest row behind it is a day old.
 */
export async function addAgedAnchors(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await guardOnPostgres(db);
  else await guardOnSqlite(db);
}

async function guardOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create function refuse_young_anchor() returns trigger language plpgsql as $$
    begin
      if exists (
        select 1 from audit where at > extract(epoch from clock_timestamp()) * 1000 - ${YOUNGEST_MS}
        and id in (select audit_id from audit_chain where position <= new.position)
      ) then
        raise exception 'the audit is append-only: its rows are too young for an anchor';
      end if;
      return new;
    end $$`)
    .execute(db);
  await sql`
    create trigger audit_anchors_aged before insert on audit_anchors
    for each row execute function refuse_young_anchor()`.execute(db);
}

async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create trigger audit_anchors_aged before insert on audit_anchors
    when exists (
      select 1 from audit where at > unixepoch() * 1000 - ${YOUNGEST_MS}
      and id in (select audit_id from audit_chain where position <= new.position)
    )
    begin select raise(abort, 'the audit is append-only: its rows are too young for an anchor'); end`)
    .execute(db);
}
