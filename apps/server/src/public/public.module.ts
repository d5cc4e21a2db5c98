import type { DeviceType } from '@semaforo/contract/domain/channels';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Enqueue } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createChannelsRepository } from './channels.repository.ts';
import type { ChannelAlerts } from './check-channel.ts';
import { createCitizenChannels } from './citizen-channels.ts';
import type { ChannelSignal } from './shown-by-signals.ts';

/** How long changes are held before they are posted; tests wait less. */
export type PublicTiming = { settledAfterMs?: number; unansweredAfterMs?: number };

/** What citizens read: the level that the signals of a Comune show, on its public channel. */
export function createPublicModule(deps: {
  db: Kysely<Database>;
  /** False without a bot: nothing is posted then. */
  hasChannels: boolean;
  enqueue: Enqueue;
  isLeader: () => boolean;
  /** The signals that the user owns, as citizens read them. */
  ownSignalsOf: (userId: number) => readonly Omit<ChannelSignal, 'inExercise'>[];
  findOwnerOfAlert: (id: number) => Promise<{ ownerId: number | null; ownedByAdmin: boolean } | undefined>;
  alerts: ChannelAlerts & {
    /** The signals of the user that an exercise has lit. */
    signalsInExercise: (userId: number) => Promise<ReadonlySet<number>>;
  };
  clock: Clock;
  logger: Logger;
  timing?: PublicTiming | undefined;
}) {
  const { alerts, logger } = deps;
  const repository = createChannelsRepository(deps.db);
  const channels = createCitizenChannels({
    ...{ ...deps, ...deps.timing, repository },
    signalsOf: async (userId) => {
      const exercised = await alerts.signalsInExercise(userId);
      return deps.ownSignalsOf(userId).map((signal) => ({ ...signal, inExercise: exercised.has(signal.id) }));
    },
  });
  let last = Promise.resolve();
  const attempt = (work: () => Promise<void>) => {
    if (!deps.hasChannels) return;
    last = last.then(work).catch((error: unknown) => {
      logger.error({ err: error }, 'a change for citizens was not taken in');
      channels.touchAll();
    });
  };
  const touch = (ownerId: number | null) => {
    if (ownerId !== null && deps.hasChannels) channels.touch(ownerId);
  };
  const touchAll = () => {
    if (deps.hasChannels) channels.touchAll();
  };

  return {
    name: 'citizens',
    /** A device reported, failed or was commanded. */
    deviceChanged: ({ type, ownerId }: { type: DeviceType; ownerId: number | null }) => {
      if (type === 'semaforo') touch(ownerId);
    },
    /** The lists of these owners changed; `replaced` was deleted or became another device. */
    devicesChanged: (owners: readonly (number | null)[], replaced?: { id: number }) => {
      if (replaced) attempt(() => repository.forgetShown(replaced.id));
      owners.forEach(touch);
    },
    /** An alert was proposed, decided, begun or ended. */
    alertChanged: (alertId: number) =>
      attempt(async () => {
        const alert = await deps.findOwnerOfAlert(alertId);
        // An alert of an admin may be for the signals of every Comune.
        if (alert?.ownedByAdmin) touchAll();
        else touch(alert?.ownerId ?? null);
      }),
    brokerChanged: touchAll,
    /** To be called once devices and their states are loaded. */
    start: touchAll,
    stop: async () => {
      await Promise.all([channels.stop(), last]);
    },
  };
}
