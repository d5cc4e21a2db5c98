import { addTo, groupBy } from '@semaforo/contract/domain/group-by';
import type { UsualPowers } from '@semaforo/contract/domain/lamp-fault';
import { LAMP_COLORS, type LampColor } from '@semaforo/contract/domain/lamps';
import type { Insertable, Kysely } from 'kysely';
import { compileOnceForRows } from '../../database/compile-once.ts';
import { inChunks } from '../../database/in-chunks.ts';
import type { KeptErrorKind } from '../../database/schema/device-past.ts';
import type { Database } from '../../database/schema.ts';

/** What is to be stored. An error with reason null ends the one that is there. Times are epoch ms. */
export type PastRows = {
  reports: { deviceId: number; at: number; lamp: LampColor; isOn: boolean }[];
  metrics: Map<string, Metrics>;
  errors: { deviceId: number; kind: KeptErrorKind; at: number; reason: string | null }[];
  powers: Map<number, UsualPowers>;
};

type Metrics = {
  deviceId: number;
  minute: number;
  temp: number | null;
  vcc: number | null;
  uptime: number | null;
};

/**
 * Stores the rows, to be called in a transaction. Of two servers that hear the same, the second one's measure of a
 * minute replaces the first one's, and an error that has begun does not begin again.
 */
export async function savePast(
  db: Kysely<Database>,
  { reports, metrics, errors, powers }: PastRows,
): Promise<void> {
  for (const some of inChunks(reports)) {
    const rows = some.map(({ deviceId, at, lamp, isOn }) => ({
      device_id: deviceId,
      at,
      lamp,
      is_on: isOn ? 1 : 0,
    }));
    await insertReports(db, rows);
  }
  const ordered = [...metrics.values()].sort((a, b) => a.deviceId - b.deviceId || a.minute - b.minute);
  for (const some of inChunks(ordered)) await upsertMetrics(db, some);
  await savePowers(db, powers);
  for (const round of inRounds(errors)) {
    for (const some of inChunks(round)) await changeErrors(db, some);
  }
}

const insertReports = compileOnceForRows((db, rows: readonly Insertable<Database['device_reports']>[]) =>
  db.insertInto('device_reports').values(rows),
);

async function savePowers(db: Kysely<Database>, powers: PastRows['powers']): Promise<void> {
  const ordered = [...powers].sort(([one], [other]) => one - other);
  const rows = ordered.flatMap(([deviceId, usual]) =>
    LAMP_COLORS.flatMap((lamp) => {
      const { on, off } = usual[lamp] ?? { on: null, off: null };
      return on === null && off === null ? [] : [{ device_id: deviceId, lamp, on_w: on, off_w: off }];
    }),
  );
  for (const some of inChunks(rows)) {
    await db
      .insertInto('lamp_powers')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['device_id', 'lamp']).doUpdateSet((excluded) => ({
          on_w: excluded.ref('excluded.on_w'),
          off_w: excluded.ref('excluded.off_w'),
        })),
      )
      .execute();
  }
}

type ErrorChange = PastRows['errors'][number];

/** The first change of each kind of each device, then the second of those that have one, and so on; each by device. */
function inRounds(errors: readonly ErrorChange[]): ErrorChange[][] {
  const ofDevices = [...groupBy(errors, ({ deviceId, kind }) => `${kind} ${deviceId}`).values()];
  const rounds = new Map<number, ErrorChange[]>();
  for (const own of ofDevices.sort(([a], [b]) => (a?.deviceId ?? 0) - (b?.deviceId ?? 0))) {
    for (const [index, change] of own.entries()) addTo(rounds, index, change);
  }
  return [...rounds.values()];
}

async function upsertMetrics(db: Kysely<Database>, metrics: readonly Metrics[]): Promise<void> {
  await db
    .insertInto('device_metrics')
    .values(metrics.map(({ deviceId, ...measured }) => ({ device_id: deviceId, ...measured })))
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'minute']).doUpdateSet((excluded) => ({
        temp: excluded.ref('excluded.temp'),
        vcc: excluded.ref('excluded.vcc'),
        uptime: excluded.ref('excluded.uptime'),
      })),
    )
    .execute();
}

/**
 * One change of each kind of each of these devices: ends the error that is another one, begins one that is not there.
 * Being out of sync goes on with another sentence.
 */
async function changeErrors(db: Kysely<Database>, changes: readonly ErrorChange[]): Promise<void> {
  const open = await db
    .selectFrom('device_errors')
    .select(['id', 'device_id', 'kind', 'reason'])
    .where(
      'device_id',
      'in',
      changes.map(({ deviceId }) => deviceId),
    )
    .where('ended_at', 'is', null)
    .execute();
  const openByKind = groupBy(open, ({ device_id: deviceId, kind }) => `${kind} ${deviceId}`);
  const openOf = ({ kind, deviceId }: ErrorChange) => openByKind.get(`${kind} ${deviceId}`) ?? [];
  const another = changes.flatMap((change) =>
    openOf(change)
      .filter((one) => one.reason !== change.reason)
      .map(({ id }) => ({ ...change, id })),
  );
  const goesOn = ({ kind, reason }: ErrorChange) => kind === 'out_of_sync' && reason !== null;
  for (const { id, reason } of another.filter(goesOn)) {
    await db
      .updateTable('device_errors')
      .set({ reason: reason ?? '' })
      .where('id', '=', id)
      .execute();
  }
  const ended = another.filter((one) => !goesOn(one));
  for (const [at, some] of groupBy(ended, (one) => one.at)) {
    const ids = some.map(({ id }) => id);
    await db.updateTable('device_errors').set({ ended_at: at }).where('id', 'in', ids).execute();
  }
  const begun = changes.flatMap((change) => {
    const { deviceId, kind, at, reason } = change;
    const isThere = openOf(change).some((one) => kind === 'out_of_sync' || one.reason === reason);
    return reason === null || isThere ? [] : [{ device_id: deviceId, kind, reason, began_at: at }];
  });
  if (begun.length > 0) await db.insertInto('device_errors').values(begun).execute();
}
