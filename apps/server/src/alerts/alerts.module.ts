import type { LevelsRecord } from '@semaforo/contract/api/bulletins';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Kysely } from 'kysely';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { SecondPerson } from '../commands/second-person.port.ts';
import type { SendCommand } from '../commands/send-command.ts';
import type { ClockAgreement } from '../database/clock-agreement.ts';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Notify } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { createEventChannel, type Events } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createActOfAlert } from './act-of-alert.ts';
import { createAlertHandlers } from './alert.routes.ts';
import type { AlertEvent } from './alert-events.ts';
import { newsOfAlert } from './alert-news.ts';
import { createAlertReach } from './alert-reach.ts';
import { createToAlertRecords } from './alert-records.ts';
import { createAlertsRepository } from './alerts.repository.ts';
import { createAlertsAroundRepository } from './alerts-around.repository.ts';
import { createAlertsForCitizens } from './alerts-for-citizens.ts';
import { createListAlertsOfDay } from './alerts-of-day.repository.ts';
import { createReadAround } from './around-devices.ts';
import { createCreateAlert } from './create-alert.ts';
import { createDecideAlert, createUndoDecision } from './decide-alert.ts';
import { createFindOverrides } from './find-overrides.ts';
import { createForecastsRepository } from './forecasts.repository.ts';
import { createKeepHigher } from './keep-higher.ts';
import { createNeedsTwo } from './needs-two.ts';
import { createPlannedEnd, createPreviewEnd } from './planned-end.ts';
import { createProposeAlerts } from './propose-alerts.ts';
import { createRaiseForGauge } from './raise-for-gauge.ts';
import { createReturnToAlert } from './return-to-alert.ts';

type Deps = {
  db: Kysely<Database>;
  chooseTargets: ChooseTargets;
  sendCommand: SendCommand;
  secondPerson: Pick<SecondPerson, 'isNeeded'>;
  /** What a device itself says that it shows. */
  shownBy: (deviceId: number) => DeviceStatus | null;
  /** True for a device that shows something else than what is desired. */
  isOutOfSync: (deviceId: number) => boolean;
  bulletins: {
    isZone: (code: string) => Promise<boolean>;
    /** What holds on a day (`2026-11-22`), as the bulletins say. */
    levelsOf: (day: string) => Promise<LevelsRecord>;
    /** A bulletin was received, or the zones, or who lies in which, have changed. */
    changes: Events<void>;
  };
  feed: LiveFeed;
  notify: Notify;
  clockAgreement: Pick<ClockAgreement, 'isOff'>;
  clock: Clock;
  logger: Logger;
};

/** Without a new bulletin: a day begins, zones and policies change, another server receives bulletins. */
const PROPOSE_EVERY_MS = 10 * 60_000;
/** The end of what a machine raised is asked for within this. */
const CHECK_EVERY_MS = 30_000;

/** Alerts with a beginning and an end (docs/rules.md#alerts). Schedules do both, by `actOfAlert`. */
export function createAlertsModule(deps: Deps) {
  const { db, chooseTargets, shownBy, isOutOfSync, clock } = deps;
  const events = createEventChannel<AlertEvent>({ name: 'alert-events', logger: deps.logger });
  const repository = createAlertsRepository(db);
  const around = createAlertsAroundRepository(db);
  const reach = createAlertReach({ chooseTargets, repository, around });
  const newsOf = async (alertId: number) => {
    const alert = await repository.find(alertId);
    return alert ? newsOfAlert(alert, clock.now()) : [];
  };
  events.subscribe(({ alertId, ownerId }) => {
    deps.notify(() => newsOf(alertId));
    deps.feed.changed('alerts_changed', [ownerId]);
  });
  const readAround = createReadAround({ around, reach, clock });
  const plannedEnd = createPlannedEnd({ reach, around, readAround });
  const findOverrides = createFindOverrides({ reach, around, readAround, clock });
  const { listComuni } = createForecastsRepository(db);
  const propose = createProposeAlerts({ ...deps, ...deps.bulletins, repository, listComuni, events });
  const proposeInTime = async () => {
    if (!deps.clockAgreement.isOff()) await propose();
  };
  const proposing = createInterval({
    name: 'alert-proposals',
    everyMs: PROPOSE_EVERY_MS,
    logger: deps.logger,
    work: proposeInTime,
  });
  const proposingNow = createDebouncedJob({
    name: 'alert-proposals-now',
    delayMs: 0,
    logger: deps.logger,
    work: proposeInTime,
  });
  // Also a bulletin that was read before the zone was chosen is proposed then.
  deps.bulletins.changes.subscribe(proposingNow.request);
  const looking = createInterval({
    name: 'alert-ends',
    everyMs: CHECK_EVERY_MS,
    logger: deps.logger,
    work: async () => {
      for (const { id, owner } of await repository.listUnended(clock.now())) {
        events.publish({ alertId: id, ownerId: owner?.id ?? null, what: 'passo' });
      }
    },
  });
  return {
    name: 'alerts',
    routes: createAlertHandlers({
      repository,
      createAlert: createCreateAlert({ ...deps, ...deps.bulletins, repository, events }),
      decideAlert: createDecideAlert({
        ...{ repository, events, clock },
        needsTwo: createNeedsTwo({ reach, secondPerson: deps.secondPerson }),
      }),
      undoDecision: createUndoDecision({ repository, events, clock }),
      returnToAlert: createReturnToAlert({ repository, findOverrides, sendCommand: deps.sendCommand }),
      toRecords: createToAlertRecords({ reach, around, findOverrides, shownBy, isOutOfSync, clock }),
      previewEnd: createPreviewEnd({ plannedEnd, shownBy, clock }),
      clock,
    }),
    actOfAlert: createActOfAlert({ repository, around, reach, readAround, plannedEnd, shownBy, clock }),
    /** Spares the colors that a schedule may not lower. */
    keepHigher: createKeepHigher({ around, readAround }),
    /** Makes of what the water at a site asks for an alert. */
    raiseForGauge: createRaiseForGauge({ ...deps, repository, events }),
    /** Alerts that were made, decided, begun or ended. */
    events,
    /** Whose an alert is; undefined when there is none. */
    findOwner: async (id: number) => {
      const alert = await repository.find(id);
      return alert && { ownerId: alert.owner?.id ?? null, ownedByAdmin: alert.owner?.role === 'admin' };
    },
    /** What alerts mean for citizens. */
    forCitizens: createAlertsForCitizens({ around, reach, clock }),
    /** The alerts that touch a day, for its sheet. */
    listOfDay: createListAlertsOfDay(db, clock),
    /** The alerts in course on a device, exercises included. */
    inCourseOn: async () => (await readAround({ id: 0, owner: null })).othersOn,
    start: () => {
      proposingNow.request();
      proposing.start();
      looking.start();
    },
    stop: async () => {
      await Promise.all([proposing.stop(), proposingNow.stop(), looking.stop()]);
    },
    /** Announces that the beginning or the end of an alert went on. */
    announceStep: ({ alertId, authorId }: { alertId: number; authorId: number | null }) =>
      events.publish({ alertId, ownerId: authorId, what: 'passo' }),
  };
}
