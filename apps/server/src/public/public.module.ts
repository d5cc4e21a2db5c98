import type { LevelsRecord } from '@semaforo/contract/api/bulletins';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Enqueue, ReachPerson } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { Events } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { createChannelsRepository } from './channels.repository.ts';
import { createCitizenChannels } from './citizen-channels.ts';
import { createFindPages } from './find-pages.ts';
import { createPublicPagesRepository } from './public-pages.repository.ts';
import { createPublicPages } from './public-pages.ts';
import { type PublicSignal, readPublicState } from './public-state.ts';
import { type CitizensAlerts, createReadFacts } from './read-facts.ts';
import { createChannelTrial } from './test-channel.ts';

/** How long changes are held before they are posted; tests wait less. */
export type PublicTiming = { settledAfterMs?: number; unansweredAfterMs?: number };

type OwnedDevice = { type: DeviceType; ownerId: number | null };

/** What citizens read: the level that the signals of a Comune show, on its public channel. */
export function createPublicModule(deps: {
  db: Kysely<Database>;
  basePath: string;
  reach: ReachPerson;
  enqueue: Enqueue;
  isLeader: () => boolean;
  /** The signals that the user owns, as citizens read them. */
  ownSignalsOf: (userId: number) => readonly Omit<PublicSignal, 'inExercise' | 'water'>[];
  /** How high the water stands at a signal; null where there is no gauge. */
  waterAt: (deviceId: number) => PublicSignal['water'];
  /** What the bulletins say of a day. */
  levelsOf: (day: string) => Promise<LevelsRecord>;
  devices: {
    reports: Events<{ device: OwnedDevice }>;
    changes: Events<OwnedDevice>;
    /** The lists of these owners changed; `replaced` was deleted or became another device. */
    listEvents: Events<{ owners: readonly (number | null)[]; replaced?: { id: number } }>;
  };
  broker: { statuses: Events<unknown> };
  alerts: {
    findOwner: (id: number) => Promise<{ ownerId: number | null; ownedByAdmin: boolean } | undefined>;
    forCitizens: CitizensAlerts & {
      /** The signals of the user that an exercise has lit. */
      signalsInExercise: (userId: number) => Promise<ReadonlySet<number>>;
    };
    /** An alert was proposed, decided, begun or ended. */
    events: Events<{ alertId: number }>;
  };
  clock: Clock;
  logger: Logger;
  timing?: PublicTiming | undefined;
}) {
  const { alerts, devices, logger } = deps;
  const repository = createChannelsRepository(deps.db);
  const readFacts = createReadFacts({
    ...{ ...deps, repository, alerts: alerts.forCitizens },
    signalsOf: async (userId) => {
      const exercised = await alerts.forCitizens.signalsInExercise(userId);
      return deps.ownSignalsOf(userId).map((signal) => ({
        ...signal,
        inExercise: exercised.has(signal.id),
        water: deps.waterAt(signal.id),
      }));
    },
  });
  const channels = createCitizenChannels({ ...deps, ...deps.timing, repository, readFacts });
  const pages = createPublicPages({
    ...deps,
    repository: createPublicPagesRepository(deps.db),
    readState: async (userId) => readPublicState(await readFacts(userId)),
  });
  let last = Promise.resolve();
  const attempt = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => {
      logger.error({ err: error }, 'a change for citizens was not taken in');
      touchAll();
    });
  };
  const touch = (ownerId: number | null) => {
    if (ownerId === null) return;
    pages.touch(ownerId);
    channels.touch(ownerId);
  };
  const touchAll = () => {
    pages.touchAll();
    channels.touchAll();
  };
  const deviceChanged = ({ type, ownerId }: OwnedDevice) => {
    if (type === 'semaforo') touch(ownerId);
  };
  devices.reports.subscribe(({ device }) => deviceChanged(device));
  devices.changes.subscribe(deviceChanged);
  devices.listEvents.subscribe(({ owners, replaced }) => {
    if (replaced) attempt(() => repository.forgetShown(replaced.id));
    owners.forEach(touch);
  });
  alerts.events.subscribe(({ alertId }) =>
    attempt(async () => {
      const alert = await alerts.findOwner(alertId);
      // An alert of an admin may be for the signals of every Comune.
      if (alert?.ownedByAdmin) touchAll();
      else touch(alert?.ownerId ?? null);
    }),
  );
  deps.broker.statuses.subscribe(touchAll);

  return {
    name: 'citizens',
    routes: { ...createChannelTrial({ ...deps, repository }), ...createFindPages(pages) },
    pages,
    /** To be called once devices and their states are loaded. */
    start: async () => {
      channels.touchAll();
      await pages.start();
    },
    stop: async () => {
      await Promise.all([channels.stop(), pages.stop(), last]);
    },
  };
}
