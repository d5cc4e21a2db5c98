import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Kysely } from 'kysely';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { SendCommand } from '../commands/send-command.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { createActOfAlert } from './act-of-alert.ts';
import { createAlertHandlers } from './alert.routes.ts';
import type { AlertEvent } from './alert-events.ts';
import { createAlertReach } from './alert-reach.ts';
import { createToAlertRecords } from './alert-records.ts';
import { createAlertsRepository } from './alerts.repository.ts';
import { createAlertsAroundRepository } from './alerts-around.repository.ts';
import { createReadAround } from './around-devices.ts';
import { createCreateAlert } from './create-alert.ts';
import { createDecideAlert } from './decide-alert.ts';
import { createFindOverrides } from './find-overrides.ts';
import { createReturnToAlert } from './return-to-alert.ts';

type Needs = {
  db: Kysely<Database>;
  chooseTargets: ChooseTargets;
  sendCommand: SendCommand;
  /** What a device itself says that it shows. */
  shownBy: (deviceId: number) => DeviceStatus | null;
  isZone: (code: string) => Promise<boolean>;
  clock: Clock;
  logger: Logger;
};

/** Alerts with a beginning and an end (docs/rules.md#alerts). Schedules do both, by `actOfAlert`. */
export function createAlertsRoom(needs: Needs) {
  const { db, chooseTargets, clock } = needs;
  const events = createEventChannel<AlertEvent>({ name: 'alert-events', logger: needs.logger });
  const repository = createAlertsRepository(db);
  const around = createAlertsAroundRepository(db);
  const reach = createAlertReach({ chooseTargets, repository, around });
  const readAround = createReadAround({ around, reach, clock });
  const findOverrides = createFindOverrides({ reach, around, readAround, clock });
  return {
    handlers: createAlertHandlers({
      repository,
      createAlert: createCreateAlert({ ...needs, repository, events }),
      decideAlert: createDecideAlert({ repository, events, clock }),
      returnToAlert: createReturnToAlert({ repository, findOverrides, sendCommand: needs.sendCommand }),
      toRecords: createToAlertRecords({ reach, around, findOverrides, clock }),
      clock,
    }),
    actOfAlert: createActOfAlert({ repository, around, reach, readAround, shownBy: needs.shownBy, clock }),
    /** Alerts that were made, decided, begun or ended. */
    events,
    /** Announces that the beginning or the end of an alert went on. */
    announceStep: ({ alertId, authorId }: { alertId: number; authorId: number | null }) =>
      events.publish({ alertId, ownerId: authorId, what: 'passo' }),
  };
}
