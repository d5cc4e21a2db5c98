import type { Desired } from '@semaforo/contract/domain/desired';
import { type DeviceState, UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import { LAMP_COLORS, type Lamp, type LampColor, type Lamps } from '@semaforo/contract/domain/lamps';
import { type Kysely, type Selectable, sql } from 'kysely';
import { compileOnceForRows } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';

export type StoredState = { deviceId: number; state: DeviceState };

const RECEIVED_COLUMNS = ['temp', 'vcc', 'uptime', 'metrics_updated_at', 'heard_at'] as const;
const LAMP_COLUMNS = ['status', 'status_updated_at', 'lamps'] as const;
export const DESIRED_COLUMNS = [
  'asked_value',
  'asked_at',
  'asked_by',
  'asked_source',
  'asked_version',
  'reasserted',
] as const;
const ERROR_COLUMNS = ['error', 'error_reason'] as const;
type Column = (
  | typeof RECEIVED_COLUMNS
  | typeof LAMP_COLUMNS
  | typeof DESIRED_COLUMNS
  | typeof ERROR_COLUMNS
)[number];

/**
 * `desiredChanged`: this server changed what is desired of the device, which is stored unless a later delivery has
 * changed it; `errorReported`: it found or ended an error; `lampsReported`: it received the report of a lamp, which
 * ends any error. If not, what another one stored stays.
 */
export type ChangedState = StoredState & {
  desiredChanged: boolean;
  errorReported: boolean;
  lampsReported: boolean;
};

export type DeviceStatesRepository = {
  listAll: () => Promise<StoredState[]>;
  /** The states whose lamps any server heard from that time on (epoch ms). */
  reportedSince: (since: number) => Promise<StoredState[]>;
  /** What is desired of those devices, by whichever server; without those of which nothing is. */
  desiredOf: (deviceIds: readonly number[]) => Promise<Map<number, Desired>>;
};

export function createDeviceStatesRepository(db: Kysely<Database>): DeviceStatesRepository {
  return {
    listAll: async () => (await db.selectFrom('device_states').selectAll().execute()).map(fromRow),
    reportedSince: async (since) => {
      const reported = db.selectFrom('device_states').selectAll().where('status_updated_at', '>=', since);
      return (await reported.execute()).map(fromRow);
    },
    desiredOf: async (deviceIds) => {
      const found = new Map<number, Desired>();
      for (const some of inChunks(deviceIds)) {
        const rows = await db
          .selectFrom('device_states')
          .select(['device_id', ...DESIRED_COLUMNS])
          .where('device_id', 'in', some)
          .execute();
        for (const row of rows) {
          const desired = readDesired(row);
          if (desired) found.set(row.device_id, desired);
        }
      }
      return found;
    },
  };
}

/**
 * Stores the states and replaces the former ones. To be called in a transaction. Every server locks the rows in the
 * order of their ids, so that there is no deadlock: those of which more is to be written are locked with the others.
 */
export async function saveStates(db: Kysely<Database>, states: readonly ChangedState[]): Promise<void> {
  const ordered = states.toSorted((a, b) => a.deviceId - b.deviceId);
  for (const some of inChunks(ordered)) {
    const desired = some.filter(({ desiredChanged }) => desiredChanged);
    const reported = some.filter(({ lampsReported }) => lampsReported);
    const failed = some.filter(({ errorReported, lampsReported }) => errorReported && !lampsReported);
    const allDesired = desired.length === some.length;
    const allReported = reported.length === some.length;
    await upsertOf({ desired: allDesired, reported: allReported })(db, some.map(toRow));
    if (desired.length > 0 && !allDesired) await upsertDesired(db, desired.map(toRow));
    if (reported.length > 0 && !allReported) await upsertReported(db, reported.map(toRow));
    if (failed.length > 0) await upsertErrors(db, failed.map(toRow));
  }
}

function createUpsert(columns: readonly Column[]) {
  return compileOnceForRows((db, rows: readonly Row[]) =>
    db
      .insertInto('device_states')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('device_id')
          .doUpdateSet((excluded) =>
            Object.fromEntries(
              columns.map((column) => [
                column,
                IS_DESIRED.has(column) ? unlessLater(column) : excluded.ref(`excluded.${column}`),
              ]),
            ),
          ),
      ),
  );
}

const IS_DESIRED: ReadonlySet<Column> = new Set(DESIRED_COLUMNS);

/** Of a column of what is desired: the new value, but the stored one where a later delivery has changed it. */
function unlessLater(column: Column) {
  const [given, stored] = [sql.ref(`excluded.${column}`), sql.ref(`device_states.${column}`)];
  return sql`case when excluded.asked_version >= device_states.asked_version then ${given} else ${stored} end`;
}

const upsertDesired = createUpsert(DESIRED_COLUMNS);
const upsertErrors = createUpsert(ERROR_COLUMNS);
const upsertReported = createUpsert([...LAMP_COLUMNS, ...ERROR_COLUMNS]);
const upsertReceived = createUpsert(RECEIVED_COLUMNS);
const upsertReceivedAndDesired = createUpsert([...RECEIVED_COLUMNS, ...DESIRED_COLUMNS]);
const upsertReceivedAndReported = createUpsert([...RECEIVED_COLUMNS, ...LAMP_COLUMNS, ...ERROR_COLUMNS]);
const upsertAll = createUpsert([...RECEIVED_COLUMNS, ...LAMP_COLUMNS, ...DESIRED_COLUMNS, ...ERROR_COLUMNS]);

function upsertOf({ desired, reported }: { desired: boolean; reported: boolean }) {
  if (desired) return reported ? upsertAll : upsertReceivedAndDesired;
  return reported ? upsertReceivedAndReported : upsertReceived;
}

type Row = Selectable<Database['device_states']>;

function toRow({ deviceId, state }: StoredState): Row {
  return {
    device_id: deviceId,
    status: state.status,
    status_updated_at: state.updatedAt,
    error: state.error ? 1 : 0,
    error_reason: state.errorReason,
    temp: state.temp,
    vcc: state.vcc,
    uptime: state.uptime,
    metrics_updated_at: state.metricsUpdatedAt,
    heard_at: state.receivedAt,
    asked_value: state.desired?.value ?? null,
    asked_at: state.desired?.since ?? null,
    asked_by: state.desired?.by ?? null,
    asked_source: state.desired?.source ?? null,
    asked_version: state.desiredVersion,
    reasserted: state.reasserted,
    lamps: JSON.stringify(toStored(state.lamps)),
  };
}

/** A lamp as it is stored as JSON: in which session it was reported means nothing after a restart. */
type StoredLamp = { on: boolean; saidAt: number | null };

function toStored(lamps: Lamps): Partial<Record<LampColor, StoredLamp>> {
  const stored: Partial<Record<LampColor, StoredLamp>> = {};
  for (const color of LAMP_COLORS) {
    const lamp = lamps[color];
    if (lamp) stored[color] = { on: lamp.on, saidAt: lamp.reportedAt };
  }
  return stored;
}

function fromRow(row: Row): StoredState {
  const state: DeviceState = {
    ...UNKNOWN_DEVICE,
    status: row.status,
    updatedAt: row.status_updated_at,
    error: row.error === 1,
    errorReason: row.error_reason,
    temp: row.temp,
    vcc: row.vcc,
    uptime: row.uptime,
    metricsUpdatedAt: row.metrics_updated_at,
    uptimeAt: null,
    uptimeIn: null,
    receivedAt: row.heard_at,
    receivedIn: null,
    lamps: readLamps(row.lamps),
    desired: readDesired(row),
    desiredVersion: row.asked_version,
    reasserted: row.reasserted,
  };
  return { deviceId: row.device_id, state };
}

type DesiredRow = Pick<Row, (typeof DESIRED_COLUMNS)[number]>;

/** What is desired of the device of that row; null for nothing. */
export function readDesired(row: DesiredRow): Desired | null {
  const { asked_value: value, asked_at: since, asked_by: by, asked_source: source } = row;
  if (value === null || since === null || by === null) return null;
  return { value, since, by, source: source ?? 'command' };
}

/**
 * What a device said before this session: who reads it back has not heard it. Every lamp is made by the same literal:
 * of 80,000 devices, objects of as many hidden classes take another 80 MB.
 */
function readLamps(json: string): Lamps {
  const stored = JSON.parse(json) as Record<string, Partial<StoredLamp>>;
  const lamps: Partial<Record<LampColor, Lamp>> = {};
  for (const color of LAMP_COLORS) {
    const reported = stored[color];
    if (reported === undefined) continue;
    const { on, saidAt } = reported;
    if (typeof on !== 'boolean' || saidAt === undefined) throw new Error(`unreadable lamps: ${json}`);
    lamps[color] = { on, reportedAt: saidAt, reportedIn: null };
  }
  return lamps;
}
