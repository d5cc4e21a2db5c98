import type { DutyPerson } from '@semaforo/contract/api/alarms';
import { DUTY_ALARM } from '@semaforo/contract/domain/alarm-rules';
import { DUTY_CHANNEL_NAMES, type DutyChannel } from '@semaforo/contract/domain/duty-rules';
import { addDays, recurringInstant, romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { Kysely, Selectable } from 'kysely';
import type { DutyChannelsTable } from '../database/schema/alarms.ts';
import type { Database } from '../database/schema.ts';
import type { Enqueue, SealedLink } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { DutyRepository } from './duty.repository.ts';
import { hashOf, newToken } from './duty-links.repository.ts';
import { channelsOf, toAudience } from './duty-person.ts';
import type { DeviceTrouble } from './watch-alarms.ts';

const DAY_MS = 24 * 60 * 60_000;
const UNPROVED_AFTER_MS = 7 * DAY_MS;
/** How long a person has to confirm the newest test before it counts as not received. */
const ANSWER_WITHIN_MS = DAY_MS;
const LOOK_EVERY_MS = 60_000;

/** A time of each week in Rome; `weekday` counts from Sunday, 0. */
export type WeeklyTime = { weekday: number; time: string };

type Test = Selectable<DutyChannelsTable>;

/** The last instant (epoch ms) of a weekly time that is not after now. */
export function lastWeekly({ weekday, time }: WeeklyTime, now: number): number {
  const today = romeWallTime(now).date;
  const daysAgo = (new Date(`${today}T12:00:00Z`).getUTCDay() - weekday + 7) % 7;
  const at = (ago: number) => recurringInstant(addDays(today, -ago), time).at;
  return at(daysAgo) <= now ? at(daysAgo) : at(daysAgo + 7);
}

/**
 * The weekly test of each channel of each person on duty. It is confirmed by a link, because that a message was taken
 * says nothing of whether it arrived; that a call rang is confirmed by a link on the other channels of the person.
 */
export function createDutyTests(options: {
  db: Kysely<Database>;
  duty: Pick<DutyRepository, 'listAll'>;
  /** Null: nothing is tested. */
  weekly: WeeklyTime | null;
  channels: readonly DutyChannel[];
  makeUrl: (token: string) => SealedLink | undefined;
  enqueue: Enqueue;
  clock: Clock;
}) {
  const { db, weekly, enqueue, clock } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Claims the test and stores its message in one transaction: of several servers one does it, once. */
  const begin = (test: Test, person: DutyPerson, now: number) =>
    db.transaction().execute(async (transaction) => {
      const token = newToken();
      const { numUpdatedRows } = await transaction
        .updateTable('duty_channels')
        .set({ tested_at: now, token_hash: hashOf(token) })
        .where('id', '=', test.id)
        .where('tested_at', test.tested_at === null ? 'is' : '=', test.tested_at)
        .executeTakeFirst();
      const link = options.makeUrl(token);
      if (numUpdatedRows === 0n || !link) return;
      const [key, path] = [`duty-test:${test.id}:${now}`, '/allarmi'];
      const news = (text: string, to: readonly DutyChannel[], more: { link?: SealedLink; key: string }) =>
        enqueue(
          { audience: toAudience(person, to), key: more.key, kind: 'alarm', facts: { text, path, ...more } },
          transaction,
        );
      if (test.channel !== 'voice') {
        await news(TEXT, [test.channel], { key, link });
        return;
      }
      await news(CALL_TEXT, ['voice'], { key });
      const others = channelsOf(person).filter((channel) => channel !== 'voice');
      await news(AFTER_CALL_TEXT, others, { key: `${key}:link`, link });
    });

  const look = async (at: WeeklyTime, now: number) => {
    const tests = new Map<string, Test>();
    for (const test of await db.selectFrom('duty_channels').selectAll().execute())
      tests.set(`${test.person_id} ${test.channel}`, test);
    const dueAt = lastWeekly(at, now);
    const people = [...(await options.duty.listAll()).values()].flat();
    const all = people.flatMap((person) =>
      channelsOf(person)
        .filter((channel) => options.channels.includes(channel))

        .map((channel) => ({ person, test: tests.get(`${person.id} ${channel}`) })),
    );
    for (const { person, test } of all) {
      if (test && Math.max(test.since, test.tested_at ?? 0) < dueAt) await begin(test, person, now);
    }
  };

  return {
    /** Begins what is due. To be called on one server, however often. */
    look: async (): Promise<void> => {
      const now = clock.now();
      if (!weekly || Math.abs(now - lookedAt) < LOOK_EVERY_MS) return;
      await look(weekly, now);
      lookedAt = now;
    },
    /** The channels of which no one has confirmed a test for a week, as things that are wrong. */
    listTroubles: async (): Promise<DeviceTrouble[]> => {
      if (!weekly) return [];
      const now = clock.now();
      const rows = await db
        .selectFrom('duty_channels')
        .innerJoin('duty_people', 'duty_people.id', 'duty_channels.person_id')
        .select(['duty_channels.id', 'channel', 'name', 'owner_id'])
        .where((eb) => eb(eb.fn.coalesce('receipt_at', 'since'), '<', now - UNPROVED_AFTER_MS))
        .where((eb) => eb.or([eb('tested_at', 'is', null), eb('tested_at', '<', now - ANSWER_WITHIN_MS)]))
        .where('channel', 'in', options.channels)
        .execute();
      return rows.map(({ id, channel, name, owner_id: ownerId }) => ({
        ...{ kind: DUTY_ALARM, id, ownerId, detail: null },
        name: `${name}, ${DUTY_CHANNEL_NAMES[channel]}`,
      }));
    },
  };
}

const TEXT = [
  'Prova settimanale: apri questo collegamento',
  'Nessun allarme. Serve solo a sapere che questo messaggio arriva: conferma con il pulsante.',
].join('\n');
const CALL_TEXT =
  'Prova settimanale di Semaforo. Nessun allarme. Conferma questa telefonata con il collegamento che arriva per messaggio.';
const AFTER_CALL_TEXT = [
  'Prova settimanale della telefonata',
  'Se il telefono ha squillato apri questo collegamento e conferma; se non ha squillato non farlo.',
].join('\n');
