import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import type { Cluster } from '../cluster/cluster.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createAcceptReported } from './accept-reported.ts';
import { createCachedDeviceLists } from './cached-device-lists.ts';
import { createCsvImportRepository } from './csv-import.repository.ts';
import { createDeviceHandlers } from './device.routes.ts';
import { createDeviceCsvHandlers } from './device-csv.routes.ts';
import { createDeviceDirectory } from './device-directory.ts';
import type { DeviceListEvent } from './device-events.ts';
import { createReadFaults, type DeviceThresholds } from './device-faults.ts';
import { createDeviceListVersionRepository } from './device-list-version.repository.ts';
import { countDevices, measureDevices } from './device-measures.ts';
import { createDeviceStatesRepository } from './device-states.repository.ts';
import { createDeviceStates } from './device-states.ts';
import { createDeviceSync } from './device-sync.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { createCsvImport } from './import-csv.ts';
import type { KnownDevice } from './known-device.ts';
import { createMaintainDevice } from './maintain-device.ts';
import { createMaintenanceRepository } from './maintenance.repository.ts';
import { createDeviceManagement } from './manage-devices.ts';
import { createMergeDeviceList } from './merge-device-list.ts';
import { createDeviceNotesRepository } from './past/device-notes.repository.ts';
import { createDevicePastHandlers } from './past/device-past.routes.ts';
import { createPastRepository } from './past/past.repository.ts';
import { createPastLog } from './past/past-log.ts';
import { createPrunePast } from './past/prune-past.ts';
import { createReadManagedDevice } from './read-managed-device.ts';
import { createIgnoredDevicesRepository } from './unregistered/ignored-devices.repository.ts';
import { createLastPayloads } from './unregistered/last-payloads.ts';
import { createUnregisteredDeviceHandlers } from './unregistered/unregistered-devices.routes.ts';
import { createUnregisteredDevices } from './unregistered/unregistered-devices.ts';

/** What becomes of devices as time passes is known so soon. */
const WAKE_EVERY_MS = 250;
/** After all rows have become old, for whoever asks next; once the start is over. */
const PREPARE_AFTER_MS = 200;
/** Fifty devices each time: all of ten thousand within some three hours. */
const PRUNE_EVERY_MS = 60_000;

type Deps = {
  db: Kysely<Database>;
  cluster: Pick<Cluster, 'sync' | 'publishChanges'>;
  commit: GroupCommit;
  /** Zero: silence is no error. */
  silenceMs: number;
  thresholds: DeviceThresholds;
  /** How long what devices reported, measured and suffered is kept. */
  keepPastMs: number;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
};

/** Which devices exist, whose they are, and what each of them shows. */
export function createDevicesModule(deps: Deps) {
  const { db, clock, monotonicClock, logger } = deps;
  const changes = createEventChannel<KnownDevice>({ name: 'device-changes', logger });
  const listEvents = createEventChannel<DeviceListEvent>({ name: 'device-list', logger });
  const adopted = createEventChannel<KnownDevice>({ name: 'adopted-devices', logger });
  const yielded = createEventChannel<KnownDevice>({ name: 'yielded-devices', logger });
  const mutex = pLimit(1);
  const repository = createDevicesRepository(db);
  const statesRepository = createDeviceStatesRepository(db);
  const directory = createDeviceDirectory();
  const states = createDeviceStates({
    commit: deps.commit,
    findDevice: directory.findById,
    changes,
    adopted,
    yielded,
    publishChange: deps.cluster.publishChanges(deps.commit.stored),
    past: createPastLog({ commit: deps.commit, findDevice: directory.findById, clock }),
    silenceMs: deps.silenceMs,
    clock,
    monotonicClock,
  });
  const readManaged = createReadManagedDevice({ repository, states });
  const editing = { directory, states, listEvents, mutex, clock };
  const management = createDeviceManagement({ repository, ...editing });
  const importCsv = createCsvImport({
    repository: { ...repository, ...createCsvImportRepository(db) },
    ...editing,
  });
  const maintenance = createMaintenanceRepository(db);
  const sync = createDeviceSync({
    ...deps,
    directory,
    states,
    yielded,
    statesRepository,
    listVersion: createDeviceListVersionRepository(db),
    mergeDeviceList: createMergeDeviceList({ repository, statesRepository, ...editing }),
    maintenance,
  });
  const acceptReported = createAcceptReported({ ...deps, directory, states });
  const maintainDevice = createMaintainDevice({ repository: maintenance, ...editing });
  const past = createPastRepository(db);
  const listIds = () => directory.listAll().map(({ id }) => id);
  const prunePast = createPrunePast({ repository: past, listIds, keepMs: deps.keepPastMs, clock });
  const pruning = createInterval({
    name: 'device-past',
    everyMs: PRUNE_EVERY_MS,
    logger,
    work: async () => {
      await prunePast();
      await maintenance.deleteEnded(clock.now());
    },
  });
  const heard = createUnregisteredDevices({ clock });
  const lastPayloads = createLastPayloads();
  const lists = createCachedDeviceLists({ directory, states });
  const preparing = createDebouncedJob({
    name: 'device-lists',
    delayMs: PREPARE_AFTER_MS,
    logger,
    work: lists.prepare,
  });
  const count = () => countDevices(directory, states);
  measureDevices(deps.counters.registry, count);
  let waking: NodeJS.Timeout | undefined;
  let moreToWake: NodeJS.Immediate | undefined;
  const wake = () => {
    clearImmediate(moreToWake);
    if (states.wake()) moreToWake = setImmediate(wake);
  };

  return {
    name: 'devices',
    routes: {
      ...createDeviceHandlers({
        directory,
        states,
        management,
        lists,
        repository,
        readManaged,
        acceptReported,
        maintainDevice,
      }),
      ...createDeviceCsvHandlers({ directory, repository, importCsv }),
      ...createDevicePastHandlers({
        directory,
        states,
        repository,
        past,
        notes: createDeviceNotesRepository(db),
        clock,
      }),
      ...createUnregisteredDeviceHandlers({
        heard,
        repository: createIgnoredDevicesRepository(db),
        directory,
        states,
        clock,
      }),
    },
    directory,
    states,
    /** What is wrong with devices just now. */
    readFaults: createReadFaults({ directory, states, ...deps }),
    /** How the devices stand, in numbers. */
    count,
    /** Who speaks to the broker and is not registered. */
    heard,
    /** What those said last who are not registered. */
    lastPayloads,
    /** A device as admins see it; undefined when there is none. */
    findManaged: async (id: number) => {
      const device = directory.findById(id);
      return device && readManaged(device);
    },
    /** A lock that is held while devices change. While a caller holds it, no other change happens. */
    mutex,
    /** Changes that no message of the device brought. */
    changes,
    /** Changes of the list of devices. */
    listEvents,
    /** Brings devices up to what other servers stored. */
    sync,
    /** Devices of which something was taken over from other servers. */
    adopted,
    start: async () => {
      directory.load(await repository.listAll());
      states.load(await statesRepository.listAll(), {
        error: await past.listOpen('error'),
        out_of_sync: await past.listOpen('out_of_sync'),
        maintenance: await maintenance.listAll(),
      });
    },
    /** Lets time pass for the devices. */
    watching: {
      name: 'watching',
      start: () => {
        pruning.start();
        waking = setInterval(wake, WAKE_EVERY_MS);
        states.follow((changed) => changed === 'all' && preparing.request());
        preparing.request();
      },
      stop: async () => {
        clearInterval(waking);
        clearImmediate(moreToWake);
        await Promise.all([pruning, preparing].map((job) => job.stop()));
      },
    },
  };
}
