import { type Kysely, sql } from 'kysely';

/**
 * What is desired of a device stays after it confirmed (docs/rules.md#desired-and-reported). Of a device of which
 * nothing is known to be desired it is what the last command said, or what a person accepted since: from the upgrade
 * on, a lamp that changed by itself is told. Nothing is sent.
 */
export async function addDesired(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('device_states').addColumn('asked_source', 'text').execute();
  await sql`
    update device_states
    set asked_value = case
          when devices.type = 'lanterna' and deliveries.value = 'rosso' then 'acceso'
          when devices.type = 'lanterna' and deliveries.value = 'verde' then 'spento'
          else deliveries.value end,
        asked_at = commands.created_at,
        asked_by = commands.username,
        asked_source = case
          when commands.origin = 'allerta' then 'alert'
          when commands.origin = 'ripristino' then 'restore'
          when commands.origin = 'pianificazione' and schedules.plan_id is not null then 'plan'
          when commands.origin = 'pianificazione' then 'schedule'
          else 'command' end
    from deliveries
    join commands on commands.id = deliveries.command_id
    join devices on devices.id = deliveries.device_id
    left join schedules on schedules.id = commands.schedule_id
    where device_states.device_id = deliveries.device_id
      and device_states.asked_value is null
      and deliveries.device_topic = devices.topic
      and coalesce(deliveries.owner_id, 0) = coalesce(devices.owner_id, 0)
      and deliveries.id = (
        select max(own.id) from deliveries as own
        join commands as given on given.id = own.command_id
        where own.device_id = device_states.device_id
          and given.origin <> 'prova' and own.state <> 'annullato')`.execute(db);
  for (const accepted of await listAccepted(db)) await desireAccepted(db, accepted);
}

const STATUSES = ['verde', 'giallo', 'arancio', 'rosso', 'spento', 'acceso'] as const;

type Accepted = { deviceId: number; at: number; by: string | null; value: (typeof STATUSES)[number] | null };

/** What persons accepted, the last of each device; `value` null: several lamps. */
async function listAccepted(db: Kysely<unknown>): Promise<Accepted[]> {
  const { rows } = await sql<{ target: string; at: number; username: string | null; after: string | null }>`
    select target, at, username, after from audit
    where action = 'devices.accept-shown' and outcome = 'riuscita' order by id`.execute(db);
  const last = new Map<number, Accepted>();
  for (const { target, at, username: by, after } of rows) {
    const deviceId = Number(target.replace('device:', ''));
    if (Number.isInteger(deviceId))
      last.set(deviceId, { deviceId, at: Number(at), by, value: shownIn(after) });
  }
  return [...last.values()];
}

function shownIn(after: string | null): Accepted['value'] {
  const { shown } = JSON.parse(after ?? '{}') as { shown?: unknown };
  return STATUSES.find((status) => status === shown) ?? null;
}

/** Only where no command came after it. */
async function desireAccepted(db: Kysely<unknown>, { deviceId, at, by, value }: Accepted): Promise<void> {
  const isKnown = value !== null && by !== null;
  await sql`
    update device_states
    set asked_value = ${isKnown ? value : null}, asked_at = ${isKnown ? at : null},
        asked_by = ${isKnown ? by : null}, asked_source = ${isKnown ? 'command' : null}
    where device_id = ${deviceId} and asked_at <= ${at}`.execute(db);
}
