import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { type CommandOrigin, UNDECIDED_ORIGINS } from '@semaforo/contract/domain/command-rules';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { lampsOfType } from '@semaforo/contract/domain/lamps';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import type { OpenDatabase } from '@semaforo/server/database/engine';
import { verifyAuditChain } from '@semaforo/server/database/verify-audit-chain';
import type { Finding } from './invariants.ts';
import type { WordsOf } from './shown-records.ts';

type Db = OpenDatabase['db'];

export type StoredRecords = Awaited<ReturnType<typeof readRecords>>;

/** Reads what was stored since then (epoch ms); `withAudit`: and checks the whole audit. */
export async function readRecords(db: Db, { since, withAudit }: { since: number; withAudit: boolean }) {
  const audit = withAudit ? await verifyAuditChain(db) : undefined;
  const waiting = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('many'))
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    commands: await db
      .selectFrom('commands')
      .selectAll()
      .where('created_at', '>=', since)
      .orderBy('id')
      .execute(),
    deliveries: await db
      .selectFrom('deliveries')
      .selectAll()
      .where('created_at', '>=', since)
      .orderBy('id')
      .execute(),
    schedules: await db
      .selectFrom('schedules')
      .selectAll()
      .where('execute_at', '>=', since)
      .orderBy('id')
      .execute(),
    alerts: await db.selectFrom('alerts').selectAll().orderBy('id').execute(),
    alarms: await db.selectFrom('alarms').selectAll().where('opened_at', '>=', since).orderBy('id').execute(),
    waiting: waiting.many,
    audit,
    since,
  };
}

type Happened = {
  answered: readonly DeviceStatusRecord[];
  commands: ReadonlyMap<string, { id: number; pressedAt: number }>;
  schedules: ReadonlyMap<number, { at: number }>;
  acceptedAt: ReadonlyMap<string, number>;
  wordsOf: WordsOf;
  now: number;
  /** Since the records begin, the server's clock was wrong for a while. */
  clockWasOff: boolean;
};

const OPEN_AT_MOST_MS = 150_000;
const SCHEDULES_END_WITHIN_MS = 15 * 60_000;
const LATE_AT_MOST_MS = 11 * 60_000;
/** What was said and what was stored of it. */
const SAME_MS = 1000;
/** A lamp that was lit so long before was lit. */
const LIT_FOR_MS = 60_000;
const TOLD_WITHIN_MS = 10 * 60_000;
const PERSONS: readonly CommandOrigin[] = ['operatore', 'interruttore', 'ripristino', 'ripetizione'];

/** What is wrong in what was stored. */
export function findInRecords(records: StoredRecords, happened: Happened): Finding[] {
  return [
    ...findInAnswers(records, happened),
    ...findInDeliveries(records, happened),
    ...findInSchedules(records, happened),
    ...findInDesired(records, happened),
    ...findLowered(records),
    ...findInAlarms(records, happened),
    ...(records.audit?.fault === undefined ? [] : [['audit-broken', records.audit.fault] as const]),
  ];
}

function findInAnswers({ commands, since }: StoredRecords, happened: Happened): Finding[] {
  const ids = new Set(commands.map(({ id }) => id));
  return [...happened.commands].flatMap(([key, { id, pressedAt }]): Finding[] =>
    pressedAt > since && !ids.has(id) ? [['answered-lost', `command ${id} of ${key} is not stored`]] : [],
  );
}

function findInDeliveries({ deliveries }: StoredRecords, happened: Happened): Finding[] {
  return deliveries.flatMap((delivery): Finding[] => {
    const { command_id: id, device_topic: key, state, created_at: at } = delivery;
    if (isUnderWay(state) && happened.now - at > OPEN_AT_MOST_MS)
      return [['left-open', `command ${id} to ${key} is ${state}`]];
    if (state !== 'confermato' || happened.clockWasOff) return [];
    return isConfirmed(delivery, happened)
      ? []
      : [['confirmed-dark', `command ${id}: ${key} did not say so`]];
  });
}

type Delivery = StoredRecords['deliveries'][number];

/** The device said after the command that the new lamp is lit, and no other was, as far as is remembered. */
function isConfirmed(
  { device_topic: key, value, created_at: at, state_changed_at: until }: Delivery,
  { wordsOf }: Happened,
): boolean {
  if (value === 'spento') return true;
  const words = wordsOf(key, value);
  const isForgotten = words[0] === undefined || words[0].at > at;
  const isSaid = words.some(
    ({ on, at: saidAt }) => on && saidAt >= at - SAME_MS && saidAt <= until + SAME_MS,
  );
  if (isForgotten) return true;
  const isOtherLit = lampsOfType(value === 'acceso' ? 'lanterna' : 'semaforo').some((lamp) => {
    const last =
      lamp === value ? undefined : wordsOf(key, lamp).findLast((word) => word.at <= until + SAME_MS);
    return last?.on === true && last.at < until - LIT_FOR_MS;
  });
  return isSaid && !isOtherLit;
}

function findInSchedules(records: StoredRecords, { schedules, now, clockWasOff }: Happened): Finding[] {
  const stored = new Set(records.schedules.map(({ id }) => id));
  const lost = [...schedules].flatMap(([id, { at }]): Finding[] =>
    at > records.since && !stored.has(id) ? [['answered-lost', `schedule ${id} is not stored`]] : [],
  );
  const wrong = records.schedules.flatMap(({ id, execute_at: at, outcome }): Finding[] => {
    const own = records.commands.filter(({ schedule_id }) => schedule_id === id);
    if (own.length > 1) return [['schedule-ends', `schedule ${id} ran ${own.length} times`]];
    if (clockWasOff) return [];
    const lateMs = (own[0]?.created_at ?? at) - at;
    if (lateMs < 0 || lateMs > LATE_AT_MOST_MS)
      return [['schedule-ends', `schedule ${id} ran ${lateMs} ms late`]];
    const isOpen = outcome === null || outcome === 'in corso';
    if (!isOpen || now - at <= SCHEDULES_END_WITHIN_MS) return [];
    return [['schedule-ends', `schedule ${id} of ${new Date(at).toISOString()} is ${outcome}`]];
  });
  return [...lost, ...wrong];
}

/** The newest decided command of each device is what is desired of it, unless a person accepted something since. */
function findInDesired(records: StoredRecords, { answered, acceptedAt }: Happened): Finding[] {
  const decided = decisionsOf(records);
  return answered.flatMap(({ topic: key, desired }): Finding[] => {
    const last = decided
      .filter(({ device_topic, state }) => device_topic === key && state !== 'annullato')
      .at(-1);
    if (!last || (acceptedAt.get(key) ?? 0) >= last.created_at - 1000) return [];
    if (desired?.value === last.value) return [];
    return [['desired-wrong', `of ${key} ${desired?.value} is desired, the last command was ${last.value}`]];
  });
}

function decisionsOf({ commands, deliveries }: StoredRecords) {
  const undecided: readonly string[] = UNDECIDED_ORIGINS;
  const ids = new Map(commands.map((command) => [command.id, command]));
  return deliveries.flatMap((delivery) => {
    const command = ids.get(delivery.command_id);
    return command && !undecided.includes(command.origin) ? [{ ...delivery, command }] : [];
  });
}

/**
 * A machine only raises: what lowers a signal was commanded by a person, is what a person planned, or ends what a
 * person ended. A recurring plan lowers only what a schedule lit.
 */
function findLowered(records: StoredRecords): Finding[] {
  const schedules = new Map(records.schedules.map((schedule) => [schedule.id, schedule]));
  const alerts = new Map(records.alerts.map((alert) => [alert.id, alert]));
  const newest = new Map<string, { value: DeviceStatus; origin: CommandOrigin }>();
  const findings: Finding[] = [];
  for (const { device_topic: key, value, command, state, sent } of decisionsOf(records)) {
    // What ended before anything of it was sent changed no lamp.
    if (sent === 0 && !isUnderWay(state) && state !== 'confermato') continue;
    const { id, origin, schedule_id: scheduleId } = command;
    const former = newest.get(key);
    newest.set(key, { value, origin });
    if (former === undefined || gravityOf(value) >= gravityOf(former.value) || PERSONS.includes(origin))
      continue;
    const schedule = schedules.get(scheduleId ?? 0);
    const alert = alerts.get(schedule?.alert_id ?? 0);
    const isByPerson = alert
      ? alert.end_confirmed === 1 || alert.decided_by !== null || alert.author_id !== null
      : schedule?.plan_id == null || former.origin === 'pianificazione';
    if (!isByPerson)
      findings.push(['lowered-alone', `command ${id} lowers ${key} from ${former.value} to ${value}`]);
  }
  return findings;
}

/** With people on duty, somebody is told of each alarm that stays open. */
function findInAlarms({ alarms }: StoredRecords, { now }: Happened): Finding[] {
  return alarms.flatMap(({ id, kind, owner_id, state, state_at, told, next_tell_at }): Finding[] => {
    const isUnheard =
      state === 'aperto' && told === 0 && owner_id !== null && now - state_at > TOLD_WITHIN_MS;
    return isUnheard
      ? [['alarm-unheard', `alarm ${id} (${kind}) is open, and next told at ${next_tell_at}`]]
      : [];
  });
}
