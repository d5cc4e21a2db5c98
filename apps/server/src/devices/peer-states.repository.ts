import type { PeerState } from '@semaforo/contract/domain/device/peer-state';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { DESIRED_COLUMNS, readDesired } from './device-states.repository.ts';

/** Reads what any of the servers stored. */
export type PeerStatesRepository = {
  /** Of those of the devices that have a stored state. */
  read: (deviceIds: readonly number[]) => Promise<Map<number, PeerState>>;
};

export function createPeerStatesRepository(db: Kysely<Database>): PeerStatesRepository {
  return {
    read: async (deviceIds) => {
      const found = new Map<number, PeerState>();
      for (const some of inChunks(deviceIds)) {
        // First what is pending: it ends in the commit that stores what is desired by it or in a later one. The other
        // way round a former desired could be read as one that nothing is about to replace.
        const pending = new Map(
          (await selectPending(db, some).execute()).map(({ device_id: id, value }) => [id, value]),
        );
        for (const row of await selectKnown(db, some).execute()) {
          const { error, error_reason: errorReason } = row;
          found.set(row.device_id, {
            error: error === 1,
            errorReason,
            desired: readDesired(row),
            desiredVersion: row.asked_version,
            reasserted: row.reasserted,
            pending: pending.get(row.device_id) ?? null,
          });
        }
      }
      return found;
    },
  };
}

function selectKnown(db: Kysely<Database>, deviceIds: readonly number[]) {
  return db
    .selectFrom('device_states')
    .select(['device_id', 'error', 'error_reason', ...DESIRED_COLUMNS])
    .where('device_id', 'in', deviceIds);
}

/** The newest comes last. */
function selectPending(db: Kysely<Database>, deviceIds: readonly number[]) {
  return db
    .selectFrom('deliveries')
    .select(['device_id', 'value'])
    .where('device_id', 'in', deviceIds)
    .where('state', 'in', ['accettato', 'inviato'])
    .orderBy('id');
}
