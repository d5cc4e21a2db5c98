import type { DeviceType } from '@semaforo/contract/domain/channels';
import { maySee } from '../../platform/actor.ts';
import type { MonotonicClock } from '../../platform/clock.ts';
import type { NotifiedErrorsRepository } from '../outbox/notified-errors.repository.ts';
import type { Outbox } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';
import {
  createAlertNotices,
  type NotifiedAlert,
  type NotifiedForecast,
  type OldBulletin,
} from './alert-notices.ts';
import type { FailingDevice } from './audience-digests.ts';
import { createBackupNotices } from './backup-notices.ts';
import { type BrokerState, createBrokerOutage } from './broker-outage.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import type { ChannelAlerts } from './check-channel.ts';
import { createCitizenChannels } from './citizen-channels.ts';
import { createCommandNotices, type EndedCommand } from './command-notices.ts';
import { createErrorNotices } from './error-notices.ts';
import type { NoticeDeps } from './notice-needs.ts';
import { noticesFor } from './notice-readers.ts';
import { type MissedScheduleDetails, missedText } from './notice-texts.ts';
import type { ChannelSignal } from './shown-by-signals.ts';

/** After a crash, the end of older commands is not notified any more. */
const NOTIFIED_AFTER_A_CRASH_MS = 10 * 60_000;

/** How long changes are held before they are notified; tests wait less. */
export type NoticeTiming = {
  errorWindowMs?: number;
  outageAfterMs?: number;
  settledAfterMs?: number;
  unansweredAfterMs?: number;
};

/** Where the notices read what they say. */
export type NoticeSources = {
  /** The device as its errors are notified; undefined once it is deleted. */
  findDevice: (id: number) => FailingDevice | undefined;
  failingIds: () => readonly number[];
  /** The signals that the user owns, as citizens read them. */
  ownSignalsOf: (userId: number) => readonly Omit<ChannelSignal, 'inExercise'>[];
  /** What alerts mean for the citizens of a user. */
  alertsForCitizens: ChannelAlerts & {
    /** The signals of the user that an exercise has lit. */
    signalsInExercise: (userId: number) => Promise<ReadonlySet<number>>;
  };
  findSchedule: (id: number) => Promise<MissedScheduleDetails | undefined>;
  findAlert: (id: number) => Promise<NotifiedAlert | undefined>;
  findCommand: (id: number) => Promise<EndedCommand | undefined>;
  /** The commands to all devices that ended without the confirmation of all of them. */
  failedCommands: {
    /** Those to which the deliveries belong. */
    listAmong: (deliveryIds: readonly number[]) => Promise<readonly number[]>;
    /** Those that this server accepted since a time (epoch ms). */
    listOwnSince: (since: number) => Promise<readonly number[]>;
  };
  brokerState: () => BrokerState;
};

/**
 * Notifies linked chats and citizens' channels of changes. Each function that reports a change returns at once;
 * failures are logged.
 */
export function createNotices(
  options: NoticeSources &
    NoticeTiming &
    NoticeDeps & {
      channels: ChannelsRepository;
      notifiedErrors: NotifiedErrorsRepository;
      monotonicClock: MonotonicClock;
    },
) {
  const { logger } = options;
  const running = new Set<Promise<void>>();
  const attempt = (work: () => Promise<void>) => {
    const attempted = work()
      .catch((error: unknown) => logger.error({ err: error }, 'a notice could not be stored'))
      .finally(() => running.delete(attempted));
    running.add(attempted);
  };
  const settle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  const errors = createErrorNotices(options);
  const outage = createBrokerOutage(options);
  const notifyCommands = createCommandNotices(options);
  const alerts = createAlertNotices(options);
  const notifyMissed = createMissedNotices(options);
  const notifyBackup = createBackupNotices(options);
  const citizens = createCitizenChannels({
    ...options,
    repository: options.channels,
    alerts: options.alertsForCitizens,
    signalsOf: async (userId) => {
      const exercised = await options.alertsForCitizens.signalsInExercise(userId);
      return options
        .ownSignalsOf(userId)
        .map((signal) => ({ ...signal, inExercise: exercised.has(signal.id) }));
    },
  });

  return {
    /** A device reported, failed or was commanded. */
    deviceChanged: ({ id, type, ownerId }: { id: number; type: DeviceType; ownerId: number | null }) => {
      errors.note(id);
      if (type === 'semaforo' && ownerId !== null) citizens.touch(ownerId);
    },
    /** The lists of these owners changed; `replaced` was deleted or became another device. */
    devicesChanged: (owners: readonly (number | null)[], replaced?: { id: number }) => {
      if (replaced) {
        errors.forget(replaced.id);
        attempt(() => options.channels.forgetShown(replaced.id));
      }
      errors.ownersChanged();
      for (const owner of owners) if (owner !== null) citizens.touch(owner);
    },
    /** The final state of these deliveries is stored. */
    deliveriesEnded: (ids: readonly number[]) =>
      attempt(async () => notifyCommands(await options.failedCommands.listAmong(ids))),
    scheduleMissed: (missed: { scheduleId: number; authorId: number | null }) =>
      attempt(() => notifyMissed(missed)),
    /** The first of a series of backups that failed. */
    backupFailed: (failure: { at: number; reason: string }) => attempt(() => notifyBackup(failure)),
    /** An alert was proposed, decided, begun or ended. */
    alertChanged: (alertId: number) =>
      attempt(async () => {
        const alert = await options.findAlert(alertId);
        if (!alert) return;
        // An alert of an admin may be for the signals of every Comune.
        if (alert.ownedByAdmin) citizens.touchAll();
        else if (alert.ownerId !== null) citizens.touch(alert.ownerId);
        await alerts.changed(alert);
      }),
    forecast: (forecast: NotifiedForecast) => attempt(() => alerts.forecast(forecast)),
    /** The newest bulletin is too old; once of each. */
    bulletinStale: (bulletin: OldBulletin) => attempt(() => alerts.stale(bulletin)),
    brokerChanged: (state: BrokerState) => {
      outage.note(state);
      citizens.touchAll();
    },
    /** This server became the leader. To be called once devices and their states are loaded. */
    onElected: () => {
      errors.onElected();
      outage.onElected();
    },
    /** To be called once devices and their states are loaded. */
    start: () => {
      // The process may have crashed between the end of a command and its notice.
      const since = options.clock.now() - NOTIFIED_AFTER_A_CRASH_MS;
      attempt(async () => notifyCommands(await options.failedCommands.listOwnSince(since)));
      outage.note(options.brokerState());
      citizens.touchAll();
    },
    /** Resolves once all that was reported is stored. */
    stop: async () => {
      await Promise.all([errors.stop(), outage.stop(), citizens.stop(), settle()]);
    },
  };
}

/** Notifies the chats of the author and of the admins that a schedule was missed. */
function createMissedNotices(options: {
  findSchedule: (id: number) => Promise<MissedScheduleDetails | undefined>;
  linkedChats: LinkedChats;
  outbox: Outbox;
}): (missed: { scheduleId: number; authorId: number | null }) => Promise<void> {
  return async ({ scheduleId, authorId }) => {
    const schedule = await options.findSchedule(scheduleId);
    if (!schedule) return;
    const text = missedText(schedule);
    await options.outbox.put(
      await noticesFor(options.linkedChats, `missed:${scheduleId}`, (reader) =>
        maySee(reader, authorId) ? text : undefined,
      ),
    );
  };
}
