import type { LevelsRecord, ZoneLevelRecord } from '@semaforo/contract/api/bulletins';
import { LAST_MINUTE } from '@semaforo/contract/domain/alert-rules';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { addDays, parseWrittenTime, romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import type { SecondPerson } from '../commands/second-person.port.ts';
import { PROGRAM } from '../database/audit-trail.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import { type Notify, seenBy } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import type { AlertEvent } from './alert-events.ts';
import type { AlertsRepository } from './alerts.repository.ts';
import type { ComuneInZones } from './forecasts.repository.ts';
import { conditionOf, type StoredAlert } from './stored-alert.ts';

/** What a bulletin says of a zone of a Comune on a day. */
type Announced = { comune: ComuneInZones; level: ZoneLevelRecord & { zone: string; color: SignalColor } };
type Bulletin = { id: number; name: string };

const RAISED = { decision: 'confermata', action: 'alerts.raise', what: 'decisa' } as const;
const PROPOSED = { decision: 'proposta', action: 'alerts.propose', what: 'proposta' } as const;

/**
 * Makes of the bulletins in force what each Comune's policy wants (docs/rules.md#alert-policy), for today and tomorrow.
 * It may be done again at any time, and by several servers: what is there already is not made again.
 */
export function createProposeAlerts(options: {
  repository: Pick<AlertsRepository, 'listOfDay' | 'create' | 'decide' | 'setBulletin'>;
  listComuni: () => Promise<ComuneInZones[]>;
  secondPerson: Pick<SecondPerson, 'isNeeded'>;
  levelsOf: (day: string) => Promise<LevelsRecord>;
  events: EventChannel<AlertEvent>;
  notify: Notify;
  clock: Clock;
}): () => Promise<void> {
  const { repository, events, clock } = options;

  const withdraw = async (alert: StoredAlert, ownerId: number, note: string) => {
    const decision = { decision: 'superata', action: 'alerts.supersede', note } as const;
    await repository.decide(alert, { at: clock.now(), author: PROGRAM, ...decision }, { closes: true });
    events.publish({ alertId: alert.id, ownerId, what: 'decisa' });
  };

  /** A zone that was chosen by mistake, or left: what nobody decided of it goes with it. */
  const withdrawLeft = async (former: readonly StoredAlert[], comuni: readonly ComuneInZones[]) => {
    const zonesOf = new Map(comuni.map(({ owner, zones }) => [owner.id, zones]));
    for (const alert of former) {
      const { owner, whom } = alert;
      if (!owner || !isUndecided(alert) || zonesOf.get(owner.id)?.has(whom.zone ?? '')) continue;
      await withdraw(alert, owner.id, 'La zona non è più fra quelle del Comune');
    }
  };

  /** False when one of them goes on: a person or the level says so. */
  const supersede = async (
    former: readonly StoredAlert[],
    announced: Announced,
    bulletin: Bulletin,
  ): Promise<boolean> => {
    let isAnswered = false;
    for (const alert of former) {
      if (!isUndecided(alert)) {
        isAnswered ||=
          alert.decision !== 'superata' && gravityOf(alert.color) >= gravityOf(announced.level.color);
      } else if (alert.color === announced.level.color) {
        isAnswered = true;
        if (alert.bulletinId !== bulletin.id) await repository.setBulletin(alert.id, bulletin.id);
      } else {
        await withdraw(alert, announced.comune.owner.id, `Superata da «${bulletin.name}»`);
      }
    }
    return !isAnswered;
  };

  const make = async (
    { comune, level }: Announced,
    day: string,
    bulletin: Bulletin,
    former: readonly StoredAlert[],
  ) => {
    const { owner, policy } = comune;
    const { zone, name, color } = level;
    if (policy === 'avvisa') {
      const key = `forecast:${owner.id}:${zone}:${day}:${color}`;
      const facts = seenBy(owner.id, { name, day, color });
      return options.notify(() => [{ audience: { to: 'chats' }, key, kind: 'forecast', facts }]);
    }
    // Where rosso needs two people, no machine is one of them.
    const raises = policy === 'alza' && !(await options.secondPerson.isNeeded(color, [owner.id]));
    const { decision, action, what } = raises ? RAISED : PROPOSED;
    const publish = (alertId: number) => events.publish({ alertId, ownerId: owner.id, what });
    const withdrawn = findWithdrawn(former, color, bulletin);
    if (withdrawn) {
      const note = 'La zona è di nuovo fra quelle del Comune';
      const again = { at: clock.now(), author: PROGRAM, decision, action, note };
      await repository.decide(withdrawn, again, raises ? { begin: withdrawn.from } : {});
      return publish(withdrawn.id);
    }
    const alert = {
      owner,
      color,
      ...timesOf(day),
      reason: `${bulletin.name}, zona ${name}`,
      drill: false,
      source: 'bollettino' as const,
      bulletinId: bulletin.id,
      gauge: null,
      day,
      whom: { kind: 'zona' as const, groupId: null, group: null, zone },
      deviceIds: [],
    };
    try {
      const act = { at: clock.now(), author: PROGRAM, decision, byPerson: false, action };
      publish(await repository.create(alert, act));
    } catch (error) {
      // Another server made it at the same moment.
      if (!isUniqueViolation(error)) throw error;
    }
  };

  const proposeFor = async (day: string, comuni: readonly ComuneInZones[]) => {
    const known = await repository.listOfDay(day);
    await withdrawLeft(known, comuni);
    const { bulletin, zones } = await options.levelsOf(day);
    if (!bulletin || bulletin.stale || timesOf(day).to <= clock.now()) return;
    const levels = byZone(zones);
    const byZoneOfOwner = groupBy(known, ({ owner, whom }) => `${owner?.id} ${whom.zone}`);
    for (const comune of comuni) {
      for (const level of [...comune.zones].flatMap((zone) => levels.get(zone) ?? [])) {
        const announced = { comune, level };
        const former = byZoneOfOwner.get(`${comune.owner.id} ${level.zone}`) ?? [];
        const isNew = await supersede(former, announced, bulletin);
        if (isNew && level.color !== 'verde') await make(announced, day, bulletin, former);
      }
    }
  };

  return async () => {
    const comuni = await options.listComuni();
    const today = romeWallTime(clock.now()).date;
    for (const day of [today, addDays(today, 1)]) await proposeFor(day, comuni);
  };

  /** Nobody has confirmed it; or a machine raised it, and nothing of it has begun. */
  function isUndecided(alert: StoredAlert): boolean {
    if (alert.decision === 'proposta') return true;
    return alert.author === null && conditionOf(alert, clock.now()).state === 'confermata';
  }
}

/** The alert that this bulletin brought already, of a zone that was left and is chosen again. */
function findWithdrawn(former: readonly StoredAlert[], color: SignalColor, { id }: Bulletin) {
  return former.find((one) => one.decision === 'superata' && one.color === color && one.bulletinId === id);
}

/** The zones of which the bulletin says a level. */
function byZone(zones: readonly ZoneLevelRecord[]): Map<string, Announced['level']> {
  const levels = new Map<string, Announced['level']>();
  for (const level of zones) {
    const { zone, color } = level;
    if (zone !== null && color !== null) levels.set(zone, { ...level, zone, color });
  }
  return levels;
}

/** A day of the calendar in Rome, from its first to its last minute. */
function timesOf(day: string): { from: number; to: number } {
  return { from: instantOf(`${day}T00:00`), to: instantOf(`${day}T${LAST_MINUTE}`) };
}

function instantOf(written: string): number {
  const time = parseWrittenTime(written);
  if (time.kind !== 'instant') throw new Error(`${written} is no time in Rome`);
  return time.instant;
}
