import { type Kysely, sql } from 'kysely';

/** Each lamp of a device by its own last word; until now only what they showed together was stored. */
export async function addLamps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('device_states')
    .addColumn('lamps', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  const saidAt = sql`coalesce(cast(status_updated_at as text), 'null')`;
  const lamp = (name: ReturnType<typeof sql>, on: boolean) =>
    sql`'"' || ${name} || '":{"on":' || ${sql.lit(String(on))} || ',"saidAt":' || ${saidAt} || '}'`;
  const dark = ['verde', 'giallo', 'arancio', 'rosso'].map((colour) => lamp(sql.lit(colour), false));
  const isLantern = sql`device_id in (select id from devices where type = 'lanterna')`;
  await sql`
    update device_states set lamps = '{' || case
      when ${isLantern} and status in ('acceso', 'rosso') then ${lamp(sql`'acceso'`, true)}
      when ${isLantern} then ${lamp(sql`'acceso'`, false)}
      when status = 'spento' then ${sql.join(dark, sql` || ',' || `)}
      else ${lamp(sql`status`, true)}
    end || '}'
    where status is not null`.execute(db);
}
