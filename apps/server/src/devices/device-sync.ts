import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { type Cluster, WHOLE } from '../cluster/cluster.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceListVersionRepository } from './device-list-version.repository.ts';
import type { DeviceStatesRepository } from './device-states.repository.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';
import type { MaintenanceRepository } from './maintenance.repository.ts';
import { createPeerStatesRepository } from './peer-states.repository.ts';

/** What peers did to the devices is known within a second. */
const LIST_EVERY_MS = 500;
/**
 * Rarely: it reads a row for each device that is out of sync, is thought to be commanded, or was heard of late while
 * there is one that this server has not heard.
 */
const STATES_EVERY_MS = 2000;
/** Longer than a peer takes to store what it heard, and than the clocks of two servers differ. */
const BACK_MS = 10_000;

/** Brings devices up to what peers stored of them. */
export function createDeviceSync(deps: {
  db: Kysely<Database>;
  cluster: Pick<Cluster, 'sync'>;
  commit: Pick<GroupCommit, 'stored'>;
  directory: Pick<DeviceDirectory, 'findById' | 'listAll'>;
  states: DeviceStates;
  yielded: Pick<EventChannel<KnownDevice>, 'subscribe'>;
  statesRepository: Pick<DeviceStatesRepository, 'reportedSince' | 'desiredOf'>;
  listVersion: DeviceListVersionRepository;
  mergeDeviceList: (version: number) => Promise<void>;
  maintenance: Pick<MaintenanceRepository, 'listAll'>;
  clock: Clock;
}) {
  const { cluster, directory, states, statesRepository, clock } = deps;
  const { stored } = deps.commit;
  const asWhole = <Row>(row: Row) => new Map([[WHOLE[0], row]]);
  const versionOf = (id: number) => (states.isStored(id) ? states.of(id) : undefined);

  // While nothing changed it costs one small read.
  const list = cluster.sync({
    name: 'device-list',
    everyMs: LIST_EVERY_MS,
    keys: () => WHOLE,
    read: async () => asWhole(await deps.listVersion.current()),
    merge: (_key, version = 0) => deps.mergeDeviceList(version),
  });
  // There are few at a time, so all of them are read.
  const maintenances = cluster.sync({
    name: 'maintenances',
    everyMs: LIST_EVERY_MS,
    keys: () => WHOLE,
    read: async () => asWhole(await deps.maintenance.listAll()),
    versionOf: states.maintenanceVersion,
    merge: (_key, maintained) => maintained && states.replaceMaintenances(maintained),
  });

  // Errors, what is desired and what is pending: no report of the device brings them.
  const peerStates = createPeerStatesRepository(deps.db);
  const known = cluster.sync({
    name: 'device-states',
    everyMs: STATES_EVERY_MS,
    // That a command has ended is published by the server that had it, which may have ended itself.
    keys: states.listPendingOnPeers,
    ownStored: stored,
    read: peerStates.read,
    versionOf,
    merge: (id, row) => {
      const device = directory.findById(id);
      if (device && row) states.apply(device, { kind: 'peer-state', stored: row });
    },
  });
  deps.yielded.subscribe(({ id }) => known.hint([id]));

  // What this server could not hear: between its reading of the stored states and its link to the broker, or while that
  // was away. Once it has heard every device itself nothing is read.
  let readUpTo = clock.now();
  cluster.sync({
    name: 'device-reports',
    everyMs: STATES_EVERY_MS,
    keys: () => {
      const ids = directory.listAll().map(({ id }) => id);
      if (ids.some(states.isUnheard)) return ids;
      readUpTo = clock.now();
      return [];
    },
    ownStored: stored,
    read: async () => {
      const now = clock.now();
      const reported = await statesRepository.reportedSince(readUpTo - BACK_MS);
      readUpTo = now;
      return new Map(reported.map(({ deviceId, state }) => [deviceId, state]));
    },
    versionOf,
    merge: (id, reported) => {
      const device = directory.findById(id);
      if (device && reported) states.apply(device, { kind: 'peer-report', reported });
    },
  });

  // What was desired here counts no more when a peer has stored something else since: it commanded the device, or a
  // person accepted there what it reports (docs/rules.md#desired-and-reported).
  cluster.sync({
    name: 'desired',
    everyMs: STATES_EVERY_MS,
    keys: states.listOutOfSync,
    read: statesRepository.desiredOf,
    versionOf: (id) => (states.pendingOf(id) === null ? (states.of(id).desired ?? undefined) : undefined),
    merge: (id, desired) => {
      const device = directory.findById(id);
      const isOurs = isDeepStrictEqual(desired, states.of(id).desired);
      if (device && !isOurs) states.apply(device, { kind: 'ownership-lost' });
    },
  });

  return {
    /** Peers stored something of these devices. */
    hint: known.hint,
    /** Peers changed which devices there are, or their maintenance. */
    hintList: () => {
      list.hint(WHOLE);
      maintenances.hint(WHOLE);
    },
    /** Brings the list up to what peers did; rejects when that fails. */
    readList: async () => {
      await list.read();
      await maintenances.read();
    },
  };
}
