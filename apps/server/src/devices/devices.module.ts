import { RATE_EXCEEDED } from '@semaforo/contract/domain/device/device-errors';
import { USUAL_PROFILE } from '@semaforo/contract/domain/device-profiles';
import { isSimulated } from '@semaforo/contract/domain/simulated';
import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import type { LinkStatus } from '../broker/broker-link.port.ts';
import type { RefusedLogIn } from '../broker/device-logins.port.ts';
import type { Cluster } from '../cluster/cluster.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { createEventChannel, type Events } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createAcceptReported } from './accept-reported.ts';
import { createCachedDeviceLists } from './cached-device-lists.ts';
import { createCredentials } from './credentials.ts';
import { createCsvImportRepository } from './csv-import.repository.ts';
import { createDeviceHandlers } from './device.routes.ts';
import { createDeviceCsvHandlers } from './device-csv.routes.ts';
import { createDeviceDirectory } from './device-directory.ts';
import type { DeviceListEvent } from './device-events.ts';
import { createReadFaults, type DeviceThresholds } from './device-faults.ts';
import { createDeviceListVersionRepository } from './device-list-version.repository.ts';
import { countDevices, measureDevices } from './device-measures.ts';
import { toStatusRecord } from './device-records.ts';
import { createDeviceStatesRepository } from './device-states.repository.ts';
import { createDeviceStates } from './device-states.ts';
import { createDeviceSync } from './device-sync.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { createCsvImport } from './import-csv.ts';
import { hasLamps, type KnownDevice } from './known-device.ts';
import { createLitByBoard } from './lit-by-board.ts';
import { createMaintainDevice } from './maintain-device.ts';
import { createMaintenanceRepository } from './maintenance.repository.ts';
import { createDeviceManagement } from './manage-devices.ts';
import { createMergeDeviceList } from './merge-device-list.ts';
import { connectToMosquittoPlugin } from './mosquitto/mosquitto-plugin.adapter.ts';
import { createDeviceNotesRepository } from './past/device-notes.repository.ts';
import { createDevicePastHandlers } from './past/device-past.routes.ts';
import { readStoredHours } from './past/hours.ts';
import { createLinkPoliciesRepository } from './past/link-policies.repository.ts';
import { createPastRepository } from './past/past.repository.ts';
import { createPastLog } from './past/past-log.ts';
import { createPicturesRepository } from './past/pictures.repository.ts';
import { createPrunePast } from './past/prune-past.ts';
import { createReadManagedDevice } from './read-managed-device.ts';
import { createReceiveMessage } from './receive-message.ts';
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

type Deps = Omit<
  Parameters<typeof createCredentials>[0],
  'managedDevice' | 'listEvents' | 'connectToPlugin'
> & {
  db: Kysely<Database>;
  cluster: Pick<Cluster, 'sync' | 'publishChanges'>;
  commit: GroupCommit;
  /** Zero: silence is no error. */
  silenceMs: number;
  thresholds: DeviceThresholds;
  /** How long what devices reported, measured and suffered is kept. */
  keepPastMs: number;
  users: { events: Events<{ kind: string; userId: number }> };
  feed: LiveFeed;
  counters: Counters;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
};

/** Which devices exist, whose they are, what each of them shows, and what it logs in with. */
export function createDevicesModule(deps: Deps) {
  const { db, feed, clock, monotonicClock, logger } = deps;
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
  const show = (device: KnownDevice) => {
    if (hasLamps(device)) feed.deviceChanged(device.ownerId, device.id, () => toStatusRecord(states, device));
  };
  changes.subscribe(show);
  adopted.subscribe(show);
  listEvents.subscribe(({ owners }) => feed.changed('devices_changed', owners));
  deps.users.events.subscribe(({ kind, userId }) => {
    if (kind !== 'deleted') return;
    const released = directory.releaseOwner(userId);
    for (const device of released) states.deviceChanged(device, { ...device, ownerId: null });
    if (released.length > 0) feed.changed('devices_changed', []);
  });
  const readManaged = createReadManagedDevice({ repository, states });
  const credentials = createCredentials({
    ...deps,
    listEvents,
    connectToPlugin: connectToMosquittoPlugin,
    managedDevice: async (id) => {
      const device = directory.findById(id);
      return device && readManaged(device);
    },
  });
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
  const { receive, reports } = createReceiveMessage({
    ...deps,
    directory,
    states,
    heard,
    lastPayloads,
    show,
  });
  const receiveRegistered = () => {
    const isRegistered = (key: string) => directory.findByKey(key) !== undefined;
    for (const { topic, payload } of lastPayloads.takeRegistered(isRegistered))
      void receive({ topic, payload: Buffer.from(payload), retained: true });
  };
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
        readHours: (of) => readStoredHours(db, of),
        notes: createDeviceNotesRepository(db),
        pictures: createPicturesRepository(db),
        policies: createLinkPoliciesRepository(db),
        clock,
      }),
      ...createUnregisteredDeviceHandlers({
        heard,
        repository: createIgnoredDevicesRepository(db),
        directory,
        states,
        clock,
      }),
      ...credentials.routes,
    },
    directory,
    states,
    /** What the board of a signal lit of itself. */
    litBy: createLitByBoard({ directory, states }),
    link: states.link,
    /** What is wrong with devices just now. */
    readFaults: createReadFaults({ directory, states, ...deps }),
    /** How the devices stand, in numbers. */
    count,
    /** The devices that the server itself plays, and what each showed last. */
    simulated: () =>
      directory
        .listAll()
        .filter(({ topic, profile }) => isSimulated(topic) && profile === USUAL_PROFILE)
        .map(({ id, topic, type }) => {
          const shows = states.of(id).status ?? (type === 'semaforo' ? 'verde' : 'spento');
          return { key: topic, type, shows } as const;
        }),
    /** What devices log in with, for the embedded broker. */
    logins: credentials.logins,
    /** What the broker calls back with. */
    onBroker: {
      received: receive,
      linkChanged: ({ connected, since }: LinkStatus) => states.setListening(connected ? since : null),
      refused: (client: RefusedLogIn) => heard.refused(client),
      /** The embedded broker cut off a device that says more than it may. */
      rateExceeded: (key: string) => {
        const device = directory.findByKey(key);
        if (device) states.apply(device, { kind: 'failed', reason: RATE_EXCEEDED });
      },
    },
    /** What devices report, each time that it means something. */
    reports,
    /** A lock that is held while devices change. While a caller holds it, no other change happens. */
    mutex,
    /** Changes that no message of the device brought. */
    changes,
    /** Changes of the list of devices. */
    listEvents,
    /** Brings devices up to what other servers stored. */
    sync,
    start: async () => {
      directory.load(await repository.listAll());
      states.load(await statesRepository.listAll(), {
        error: await past.listOpen('error'),
        out_of_sync: await past.listOpen('out_of_sync'),
        maintenance: await maintenance.listAll(),
        powers: await past.listPowers(),
      });
      await credentials.start();
      // What a key said before a device had it is the last known state of that device, like what a broker kept.
      // Subscribed now, after those that end what was under way for a device that became another.
      listEvents.subscribe(receiveRegistered);
    },
    stop: credentials.stop,
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
    /** Keeps Mosquitto's plugin in step, on the broker in use; undefined where there is none. */
    mosquittoPlugin: credentials.plugin,
  };
}
