import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import type { Engine } from '../database/engine.ts';
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
import { createDevicesRepository } from './devices.repository.ts';
import { createFromOthers } from './from-others.ts';
import { createHeardDeviceHandlers } from './heard/heard-devices.routes.ts';
import { createHeardDevices } from './heard/heard-devices.ts';
import { createIgnoredDevicesRepository } from './heard/ignored-devices.repository.ts';
import { createLastPayloads } from './heard/last-payloads.ts';
import { createCsvImport } from './import-csv.ts';
import type { KnownDevice } from './known-device.ts';
import { createMaintainDevice } from './maintain-device.ts';
import { createMaintenanceRepository } from './maintenance.repository.ts';
import { createDeviceManagement } from './manage-devices.ts';
import { createDeviceNotesRepository } from './past/device-notes.repository.ts';
import { createDevicePastHandlers } from './past/device-past.routes.ts';
import { createPastRepository } from './past/past.repository.ts';
import { createPastLog } from './past/past-log.ts';
import { createPrunePast } from './past/prune-past.ts';
import { createReadManagedDevice } from './read-managed-device.ts';
import { createRefreshDirectory } from './refresh-directory.ts';
import { createRefreshMaintenances } from './refresh-maintenances.ts';
import { createTellShared } from './tell-shared.ts';

/** What becomes of devices as time passes is known so soon. */
const WAKE_EVERY_MS = 250;
/** What other servers on the same database did to the devices is known within a second. */
const REFRESH_EVERY_MS = 500;
/** After all rows have become old, for whoever asks next; once the start is over. */
const PREPARE_AFTER_MS = 200;
/** Fifty devices each time: all of ten thousand within some three hours. */
const PRUNE_EVERY_MS = 60_000;

type Needs = {
  db: Kysely<Database>;
  engine: Engine;
  commit: GroupCommit;
  /** Tells other servers which devices changed here by more than their own words; undefined: there are none. */
  tellShared: ((deviceIds: number[]) => void) | undefined;
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
export function createDevicesModule(needs: Needs) {
  const { db, engine, clock, monotonicClock, logger } = needs;
  const changes = createEventChannel<KnownDevice>({ name: 'device-changes', logger });
  const listEvents = createEventChannel<DeviceListEvent>({ name: 'device-list', logger });
  const adopted = createEventChannel<KnownDevice>({ name: 'adopted-devices', logger });
  const yielded = createEventChannel<KnownDevice>({ name: 'yielded-devices', logger });
  const mutex = pLimit(1);
  const repository = createDevicesRepository(db);
  const statesRepository = createDeviceStatesRepository(db);
  const directory = createDeviceDirectory();
  const states = createDeviceStates({
    commit: needs.commit,
    findDevice: directory.findById,
    changes,
    adopted,
    yielded,
    tellShared: needs.tellShared && createTellShared({ commit: needs.commit, tell: needs.tellShared }),
    past: createPastLog({ commit: needs.commit, findDevice: directory.findById, clock }),
    silenceMs: needs.silenceMs,
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
  const refreshDirectory = createRefreshDirectory({
    repository: { ...repository, ...createDeviceListVersionRepository(db) },
    statesRepository,
    ...editing,
  });
  const refreshMaintenances = createRefreshMaintenances({ repository: maintenance, states });
  // Only PostgreSQL lets in other servers.
  const refresh = async () => {
    if (engine === 'sqlite') return;
    await refreshDirectory();
    await refreshMaintenances();
  };
  const refreshing = createInterval({
    name: 'device-list-refresh',
    everyMs: REFRESH_EVERY_MS,
    logger,
    work: refresh,
  });
  const fromOthers = createFromOthers({ ...needs, directory, states, yielded, statesRepository, refresh });
  const acceptReported = createAcceptReported({ ...needs, directory, states });
  const maintainDevice = createMaintainDevice({ repository: maintenance, ...editing });
  const past = createPastRepository(db);
  const listIds = () => directory.listAll().map(({ id }) => id);
  const prunePast = createPrunePast({ repository: past, listIds, keepMs: needs.keepPastMs, clock });
  const pruning = createInterval({
    name: 'device-past',
    everyMs: PRUNE_EVERY_MS,
    logger,
    work: async () => {
      await prunePast();
      await maintenance.deleteEnded(clock.now());
    },
  });
  const heard = createHeardDevices({ clock });
  const lastPayloads = createLastPayloads();
  const lists = createCachedDeviceLists({ directory, states });
  const preparing = createDebouncedJob({
    name: 'device-lists',
    delayMs: PREPARE_AFTER_MS,
    logger,
    work: lists.prepare,
  });
  const count = () => countDevices(directory, states);
  measureDevices(needs.counters.registry, count);
  let waking: NodeJS.Timeout | undefined;
  let moreToWake: NodeJS.Immediate | undefined;
  const wake = () => {
    clearImmediate(moreToWake);
    if (states.wake()) moreToWake = setImmediate(wake);
  };

  return {
    handlers: {
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
      ...createHeardDeviceHandlers({
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
    readFaults: createReadFaults({ directory, states, ...needs }),
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
    /** Brings the directory up to what other servers did. */
    refresh,
    /** The same, as soon as may be: for whoever does not wait. */
    refreshNow: fromOthers.refreshNow,
    /** Other servers know more of these devices. */
    changedElsewhere: fromOthers.changed,
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
    /** Lets time pass for the devices, and looks for what other servers did. */
    watching: {
      start: () => {
        pruning.start();
        waking = setInterval(wake, WAKE_EVERY_MS);
        states.follow((changed) => changed === 'all' && preparing.request());
        preparing.request();
        if (engine === 'sqlite') return;
        refreshing.start();
        fromOthers.start();
      },
      stop: async () => {
        clearInterval(waking);
        clearImmediate(moreToWake);
        await Promise.all([pruning, refreshing, preparing].map((job) => job.stop()));
        await fromOthers.stop();
      },
    },
  };
}
