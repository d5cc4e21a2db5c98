import type { Accepted } from '@semaforo/contract/api/route';
import type { scheduleRoutes } from '@semaforo/contract/api/schedules';
import { mayShow } from '@semaforo/contract/domain/channels';
import { acceptScheduleTime } from '@semaforo/contract/domain/schedule-rules';
import { targetsOf } from '@semaforo/contract/domain/targets';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { SecondPerson } from '../commands/second-person.port.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ScheduleEvent } from './schedule-events.ts';
import type { SchedulesRepository } from './schedules.repository.ts';
import type { StoredSchedule } from './stored-schedule.ts';

const WRONG_TIME = {
  malformed: 'La data e ora non è valida',
  nonexistent: 'Quest’ora non esiste: quella notte si passa all’ora legale',
  ambiguous:
    'Quest’ora esiste due volte: quella notte si torna all’ora solare. Scegli un’altra ora o indica lo scostamento da UTC',
  'not-future': 'La data e ora devono essere nel futuro',
  'too-far': 'Si può pianificare al massimo 366 giorni in anticipo',
} as const;

const NOT_FOR_THIS_TYPE = new Refusal('invalid', {
  code: 'invalid-color',
  message: 'Il colore non è valido per questo tipo di dispositivo',
});
/** Far more than a Comune plans; one who plans more has lost count (docs/rules.md#quotas). */
const WAITING_AT_MOST = 500;
const AT_AN_INSTANT_AT_MOST = 20;
const TOO_MANY_WAITING = new Refusal('conflict', {
  code: 'too-many-schedules',
  message: `Hai già ${WAITING_AT_MOST} pianificazioni attive: eliminane qualcuna prima di aggiungerne altre`,
});
const TOO_MANY_AT_AN_INSTANT = new Refusal('conflict', {
  code: 'too-many-schedules',
  message: `Hai già ${AT_AN_INSTANT_AT_MOST} pianificazioni attive per quest’ora: su ogni dispositivo vale solo l’ultima`,
});

/** A schedule as a person asks for it. */
export type ScheduleRequest = Accepted<typeof scheduleRoutes.createSchedule>['body'];

type Asker = { actor: Actor; address: string; approved?: boolean };

/** Stores a schedule, once whoever must approve it has (`approved`). */
export type CreateSchedule = (requested: ScheduleRequest, by: Asker) => Promise<StoredSchedule | Refusal>;

export function createCreateSchedule(options: {
  repository: Pick<SchedulesRepository, 'countWaiting' | 'create'>;
  chooseTargets: ChooseTargets;
  secondPerson: SecondPerson;
  events: EventChannel<ScheduleEvent>;
  clock: Clock;
}): CreateSchedule {
  const { repository, events, clock } = options;
  const isTooMany = async (authorId: number, executeAt: number) => {
    const waiting = await repository.countWaiting(authorId, executeAt);
    if (waiting.inAll >= WAITING_AT_MOST) return TOO_MANY_WAITING;
    return waiting.atInstant >= AT_AN_INSTANT_AT_MOST ? TOO_MANY_AT_AN_INSTANT : undefined;
  };
  return async (body, { actor, address, approved }) => {
    if (!mayShow(body.device_type, body.color)) return NOT_FOR_THIS_TYPE;
    const now = clock.now();
    const time = acceptScheduleTime(body.datetime, now);
    if (!time.accepted) {
      return new Refusal('invalid', { code: `time-${time.reason}`, message: WRONG_TIME[time.reason] });
    }
    const { executeAt } = time;
    const tooMany = await isTooMany(actor.id, executeAt);
    if (tooMany) return tooMany;
    const targets = targetsOf(body);
    const chosen = await options.chooseTargets(actor, body.device_type, targets);
    if (chosen instanceof Refusal) return chosen;
    const { group, devices } = chosen;
    if (approved !== true) {
      const requested = { kind: 'pianificazione', value: body.color, actor, address, devices } as const;
      const forTargets = { kind: targets.kind, group };
      const wait = await options.secondPerson.ask({
        ...requested,
        whom: forTargets,
        request: body,
        executeAt,
      });
      if (wait) return wait;
    }
    const created = await repository.create(
      {
        color: body.color,
        deviceType: body.device_type,
        executeAt,
        whom: { kind: targets.kind, groupId: body.groupId ?? null, group },
        deviceIds: body.deviceIds ?? [],
      },
      { at: now, author: actor, address },
    );
    events.publish({
      ...{ scheduleId: created.id, authorId: actor.id, alertId: null, planId: null },
      ...{ outcome: null, reason: null },
    });
    return created;
  };
}
