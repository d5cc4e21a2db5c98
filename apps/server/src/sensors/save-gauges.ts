import type { GaugeState, SiteEvent } from '@semaforo/contract/domain/sensors/gauge-state';
import type { Kysely } from 'kysely';
import { compileOnceForRows } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';

/** What a gauge measured in a minute (epoch ms of its beginning). */
export type GaugeMinute = Database['gauge_minutes'];

/** What is to be stored of gauges, together with what devices said. */
export type GaugeRows = {
  states: ReadonlyMap<number, GaugeState>;
  events: readonly (SiteEvent & { deviceId: number; act: 'propose' | 'raise' | null })[];
  minutes: ReadonlyMap<string, GaugeMinute>;
};

/** Stores the rows, to be called in a transaction. An event that another server stored is there once. */
export async function saveGauges(
  db: Kysely<Database>,
  { states, events, minutes }: GaugeRows,
): Promise<void> {
  const ordered = [...states].sort(([one], [other]) => one - other);
  for (const some of inChunks(ordered)) {
    await upsertStates(
      db,
      some.map(([deviceId, state]) => ({
        device_id: deviceId,
        settings: null,
        rule: null,
        rule_at: null,
        rule_by: null,
        person: null,
        state: JSON.stringify(state),
      })),
    );
  }
  for (const some of inChunks(events)) {
    await db
      .insertInto('gauge_events')
      .values(some.map(({ deviceId, ...event }) => ({ ...event, device_id: deviceId, alert_id: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const measured = [...minutes.values()].sort((a, b) => a.device_id - b.device_id || a.minute - b.minute);
  for (const some of inChunks(measured)) await upsertMinutes(db, some);
}

const upsertStates = compileOnceForRows((db, rows: readonly Database['gauges'][]) =>
  db
    .insertInto('gauges')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((excluded) => ({ state: excluded.ref('excluded.state') })),
    ),
);

const upsertMinutes = compileOnceForRows((db, rows: readonly GaugeMinute[]) =>
  db
    .insertInto('gauge_minutes')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'minute']).doUpdateSet((excluded) => ({
        level: excluded.ref('excluded.level'),
        level_min: excluded.ref('excluded.level_min'),
        level_max: excluded.ref('excluded.level_max'),
        rain: excluded.ref('excluded.rain'),
        float: excluded.ref('excluded.float'),
      })),
    ),
);
