import type { WarningColor } from '@semaforo/contract/domain/sensors/site-rule';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import type { SecondPerson } from '../commands/second-person.port.ts';
import { PROGRAM } from '../database/audit-trail.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { AlertEvent } from './alert-events.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import { conditionOf, type StoredAlert } from './stored-alert.ts';

/** For so long an alert of a gauge is foreseen; then, too, it holds until a person ends it. */
const FORESEEN_MS = 24 * 60 * 60_000;

/** What the water at a site asks for: `event` numbers it among those of its gauge. */
export type GaugeAlert = {
  gauge: { id: number; event: number };
  ownerId: number;
  color: WarningColor;
  /** In Italian. */
  reason: string;
  deviceIds: readonly number[];
  act: 'propose' | 'raise';
};

export type RaiseForGauge = (asked: GaugeAlert) => Promise<void>;

/**
 * Makes the alert that a site asks for, once for each event (docs/rules.md#site-rules): raised, or proposed where two
 * people are needed for that color. What the same gauge asked for before, and no more of, the new one replaces: the
 * newest stands above what a person set by hand meanwhile.
 */
export function createRaiseForGauge(options: {
  repository: Pick<AlertsRepository, 'listOfGauge' | 'findOwner' | 'create' | 'decide'>;
  secondPerson: Pick<SecondPerson, 'isNeeded'>;
  events: EventChannel<AlertEvent>;
  clock: Clock;
}): RaiseForGauge {
  const { repository, events, clock } = options;

  const replace = async (former: StoredAlert, ownerId: number) => {
    const decision = {
      decision: 'superata',
      action: 'alerts.supersede',
      note: 'L’acqua è salita ancora',
    } as const;
    await repository.decide(former, { at: clock.now(), author: PROGRAM, ...decision }, { closes: true });
    events.publish({ alertId: former.id, ownerId, what: 'decisa' });
  };

  const make = async ({ gauge, color, reason, deviceIds }: GaugeAlert, owner: Actor, raises: boolean) => {
    const now = clock.now();
    const decision = raises ? 'confermata' : 'proposta';
    const action = raises ? 'alerts.raise' : 'alerts.propose';
    const alert = {
      ...{ owner, color, from: now, to: now + FORESEEN_MS, reason, drill: false, gauge },
      ...{ source: 'sensor' as const, bulletinId: null, day: null, deviceIds },
      whom: { kind: 'scelti' as const, groupId: null, group: null, zone: null },
    };
    try {
      const id = await repository.create(alert, {
        at: now,
        author: PROGRAM,
        decision,
        byPerson: false,
        action,
      });
      events.publish({ alertId: id, ownerId: owner.id, what: raises ? 'decisa' : 'proposta' });
    } catch (error) {
      // It was made, and then what should have remembered that was interrupted; or another server made it.
      if (!isUniqueViolation(error)) throw error;
    }
  };

  return async (asked) => {
    const { gauge, ownerId, color } = asked;
    const owner = await repository.findOwner(ownerId);
    if (owner === undefined || asked.deviceIds.length === 0) return;
    const raises = asked.act === 'raise' && !(await options.secondPerson.isNeeded(color, [ownerId]));
    const former = await repository.listOfGauge(gauge.id);
    await make(asked, owner, raises);
    const isReplaced = (one: StoredAlert) => {
      const { state } = conditionOf(one, clock.now());
      const isOther = one.gauge?.event !== gauge.event && gravityOf(one.color) <= gravityOf(color);
      return isOther && (state === 'proposta' || (raises && state !== 'superata'));
    };
    for (const one of former.filter(isReplaced)) await replace(one, ownerId);
  };
}
