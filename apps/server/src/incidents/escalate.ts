import type { DutyPerson } from '@semaforo/contract/api/alarms';
import { SYSTEM_ALARMS } from '@semaforo/contract/domain/alarm-rules';
import {
  isNight,
  isQuietInMaintenance,
  type Severity,
  severityOf,
  WAKING_CHANNELS,
} from '@semaforo/contract/domain/duty-rules';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { ChannelName, Enqueue, SealedLink } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { alarmText } from './alarm-text.ts';
import type { AlarmsRepository, StoredAlarm } from './alarms.repository.ts';
import type { DutyRepository } from './duty.repository.ts';
import type { DutyMaintenanceRepository } from './duty-maintenance.repository.ts';
import { channelsFor, nameWays, toAudience } from './duty-person.ts';

/** Whom nothing has reached by then is passed over. */
const REACHED_WITHIN_MS = 60_000;
/** At night what wakes no one waits so long for what does. */
const AFTER_WAKING_MS = 30_000;
/** What can wait is not repeated more often than that. */
const LIGHT_REPEAT_MS = 24 * 60 * 60_000;

/** After how long the list begins again; null: it does not. */
export function repeatAfterMs(severity: Severity, repeatMs: number): number | null {
  if (repeatMs === 0) return null;
  return severity === 'grave' ? repeatMs : LIGHT_REPEAT_MS;
}

/**
 * Tells the next person of each open alarm whose time has come, and after the last one the first again. Who has no
 * channel for it at that hour, or is reached by none within a minute, is passed over. The notification is stored in the
 * transaction of the step, which one server claims: two servers, or one that crashed midway, notify no person twice.
 * Returns the owners of the alarms that were notified.
 */
export function createEscalate(options: {
  db: Kysely<Database>;
  alarms: Pick<AlarmsRepository, 'find'>;
  duty: Pick<DutyRepository, 'list'>;
  maintenance: Pick<DutyMaintenanceRepository, 'quietUntil'>;
  /** The link by which the person takes it in charge; undefined where the console has no public address. */
  makeLink: (
    to: { alarmId: number; personId: number; now: number },
    transaction: Kysely<Database>,
  ) => Promise<SealedLink | undefined>;
  enqueue: Enqueue;
  escalateMs: number;
  repeatMs: number;
  clock: Clock;
}): () => Promise<ReadonlySet<number | null>> {
  const { db, clock, escalateMs } = options;

  const listDue = (now: number) =>
    db
      .selectFrom('alarms')
      .select('id')
      .where('state', '=', 'aperto')
      .where((eb) => eb.or([eb('next_tell_at', '<=', now), eb('check_at', '<=', now)]))
      .orderBy('id')
      .execute();

  /** Changes the alarm as it was read; false when another server did meanwhile. */
  const change = async (
    to: Kysely<Database>,
    alarm: StoredAlarm,
    values: Partial<Pick<StoredAlarm, 'told' | 'next_tell_at' | 'check_at'>>,
  ) => {
    const { numUpdatedRows } = await to
      .updateTable('alarms')
      .set(values)
      .where('id', '=', alarm.id)
      .where('state', '=', 'aperto')
      .where('told', '=', alarm.told)
      .where('next_tell_at', alarm.next_tell_at === null ? 'is' : '=', alarm.next_tell_at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  /** An owner without a list of people on duty is notified by the pages alone. */
  const notify = async (alarm: StoredAlarm, now: number): Promise<boolean> => {
    const people = await options.duty.list(alarm.owner_id);
    const person = people[alarm.told % Math.max(1, people.length)];
    if (!person) return change(db, alarm, { next_tell_at: null, check_at: null });
    const isLast = (alarm.told + 1) % people.length === 0;
    const waitMs = isLast ? repeatAfterMs(severityOf(alarm.kind), options.repeatMs) : escalateMs;
    const told = alarm.told + 1;
    const nextAt = waitMs === null ? null : now + waitMs;
    return db.transaction().execute(async (transaction) => {
      if (!(await change(transaction, alarm, { told, next_tell_at: nextAt, check_at: null }))) return false;
      const channels = await storeNotification(transaction, { ...options, alarm, person, now });
      const step = { ...alarm, told, next_tell_at: nextAt };
      if (!isLast && channels.length === 0) await change(transaction, step, { next_tell_at: now });
      if (!isLast && channels.length > 0)
        await change(transaction, step, { check_at: now + REACHED_WITHIN_MS });
      return true;
    });
  };

  const step = async (alarm: StoredAlarm, now: number): Promise<boolean> => {
    const quietUntil = isQuietInMaintenance(alarm.kind)
      ? await options.maintenance.quietUntil(alarm.owner_id, now)
      : undefined;
    if (quietUntil !== undefined) return change(db, alarm, { next_tell_at: quietUntil, check_at: null });
    const isDue = alarm.next_tell_at !== null && alarm.next_tell_at <= now;
    const last = alarm.told > 0 ? alarm.tellings.at(-1) : undefined;
    const isReached = !last || last.sent.some(({ outcome }) => outcome === 'sent');
    if (!isDue && isReached) return change(db, alarm, { check_at: null });
    return notify(alarm, now);
  };

  return async () => {
    const owners = new Set<number | null>();
    const now = clock.now();
    for (const { id } of await listDue(now)) {
      const alarm = await options.alarms.find(id);
      if (alarm && alarm.state === 'aperto' && (await step(alarm, now))) owners.add(alarm.owner_id);
    }
    return owners;
  };
}

/** Resolves to the channels by which the person is notified. */
async function storeNotification(
  db: Kysely<Database>,
  {
    enqueue,
    makeLink,
    alarm,
    person,
    now,
  }: Pick<Parameters<typeof createEscalate>[0], 'enqueue' | 'makeLink'> & {
    alarm: StoredAlarm;
    person: DutyPerson;
    now: number;
  },
): Promise<readonly ChannelName[]> {
  const key = `alarm:${alarm.id}:${alarm.state_at}:${alarm.told}`;
  const severity = severityOf(alarm.kind);
  const isUrgent = severity === 'grave';
  const link = await makeLink({ alarmId: alarm.id, personId: person.id, now }, db);
  const facts = {
    ...{ text: alarmText(alarm), path: `/allarmi#allarme-${alarm.id}`, isUrgent },
    ...(link && { link }),
  };
  const allowed = channelsFor(person, { severity, now });
  const wakes = isUrgent && isNight(now) && allowed.some((channel) => WAKING_CHANNELS.has(channel));
  const delayMs = (channel: ChannelName) => (wakes && !WAKING_CHANNELS.has(channel) ? AFTER_WAKING_MS : 0);
  const audience = toAudience(person, allowed);
  const channels = await enqueue({ audience, key, kind: 'alarm', facts, delayMs }, db);
  await db
    .insertInto('alarm_events')
    .values({
      ...{ alarm_id: alarm.id, at: now, what: 'avvisato', by: person.name, note: nameWays(channels), key },
    })
    .execute();
  return channels;
}

/** True for what is wrong with the system itself, not with devices without an owner. */
export function isOfSystem({ kind }: Pick<StoredAlarm, 'kind'>): boolean {
  return SYSTEM_ALARMS.some((one) => one === kind);
}
