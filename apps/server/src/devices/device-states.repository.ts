import type { Kysely, Selectable } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { DeviceState } from './apply-device-message.ts';
import type { StoredState } from './device-states.ts';

const COLUMNS = [
  'status',
  'status_updated_at',
  'error',
  'error_reason',
  'temp',
  'vcc',
  'uptime',
  'metrics_updated_at',
  'heard_at',
] as const;

export type DeviceStatesRepository = {
  listAll: () => Promise<StoredState[]>;
  /**
   * Stores the states in one transaction and replaces the former ones. Every server locks the rows in the order of
   * their ids, so that there is no deadlock.
   */
  save: (states: readonly StoredState[]) => Promise<void>;
};

export function createDeviceStatesRepository(db: Kysely<Database>): DeviceStatesRepository {
  return {
    listAll: async () => (await db.selectFrom('device_states').selectAll().execute()).map(fromRow),
    save: (states) =>
      db.transaction().execute(async (transaction) => {
        const ordered = states.toSorted((a, b) => a.deviceId - b.deviceId);
        for (const some of inChunks(ordered)) {
          await transaction
            .insertInto('device_states')
            .values(some.map(toRow))
            .onConflict((conflict) =>
              conflict
                .column('device_id')
                .doUpdateSet((excluded) =>
                  Object.fromEntries(COLUMNS.map((column) => [column, excluded.ref(`excluded.${column}`)])),
                ),
            )
            .execute();
        }
      }),
  };
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
    heard_at: state.heardAt,
  };
}

function fromRow(row: Row): StoredState {
  const state: DeviceState = {
    status: row.status,
    updatedAt: row.status_updated_at,
    error: row.error === 1,
    errorReason: row.error_reason,
    temp: row.temp,
    vcc: row.vcc,
    uptime: row.uptime,
    metricsUpdatedAt: row.metrics_updated_at,
    heardAt: row.heard_at,
    reportedIn: null,
  };
  return { deviceId: row.device_id, state };
}
