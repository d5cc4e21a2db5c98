import { PUBLIC_PAGE_SETTING, PUBLIC_SLUG_SETTING } from '@semaforo/contract/domain/public-page';
import { CHANNEL_SETTING } from '@semaforo/contract/domain/telegram-channel';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { ShownBySignals } from './shown-by-signals.ts';

/**
 * The state that a channel said last, or that was remembered without a post: `state` as channel-level.ts writes it,
 * `at` in epoch milliseconds.
 */
export type ChannelMessage = { channel: string; state: string; at: number };

/** A user of whose signals citizens are told: on a channel, whose name is not checked, by a public page, or by both. */
export type ComuneChannel = {
  userId: number;
  username: string;
  /** Empty for none. */
  channel: string;
  /** Of the public page that is on; undefined for none. */
  slug: string | undefined;
  last: ChannelMessage | undefined;
};

export type ChannelsRepository = {
  list: () => Promise<ComuneChannel[]>;
  /** Replaces the last post of the user's channel; does nothing when the user does not exist. */
  save: (userId: number, post: ChannelMessage) => Promise<void>;
  /** What the signals of the user were last taken to show. */
  shownBy: (userId: number) => Promise<ShownBySignals>;
  /** Stores what some signals of the user are taken to show; leaves out those that do not exist. */
  saveShown: (userId: number, shown: ShownBySignals) => Promise<void>;
  /** Deletes what a signal was taken to show: it is another device now. */
  forgetShown: (deviceId: number) => Promise<void>;
};

export function createChannelsRepository(db: Kysely<Database>): ChannelsRepository {
  return {
    list: async () => {
      const rows = await db
        .selectFrom('settings')
        .innerJoin('users', 'users.id', 'settings.user_id')
        .leftJoin('bot_channel_posts', 'bot_channel_posts.user_id', 'settings.user_id')
        .select(['users.id', 'users.username', 'settings.key', 'settings.value'])
        .select(['bot_channel_posts.channel', 'bot_channel_posts.state', 'bot_channel_posts.posted_at'])
        .where('settings.key', 'in', [CHANNEL_SETTING, PUBLIC_PAGE_SETTING, PUBLIC_SLUG_SETTING])
        .where('settings.value', '!=', '')
        .orderBy('users.id')
        .execute();
      const settings = new Map(rows.map(({ id, key, value }) => [`${id} ${key}`, value]));
      const users = new Map(rows.map((row) => [row.id, row]));
      return [...users.values()].flatMap(({ id, username, channel, state, posted_at: at }) => {
        const isOn = settings.get(`${id} ${PUBLIC_PAGE_SETTING}`) === 'true';
        const told = {
          channel: settings.get(`${id} ${CHANNEL_SETTING}`) ?? '',
          slug: isOn ? settings.get(`${id} ${PUBLIC_SLUG_SETTING}`) : undefined,
        };
        if (told.channel === '' && told.slug === undefined) return [];
        const last = channel === null || state === null || at === null ? undefined : { channel, state, at };
        return [{ userId: id, username, ...told, last }];
      });
    },
    save: async (userId, { channel, state, at }) => {
      const post = { channel, state, posted_at: at };
      await db
        .insertInto('bot_channel_posts')
        .columns(['user_id', 'channel', 'state', 'posted_at'])
        .expression((eb) =>
          eb
            .selectFrom('users')
            .select((inner) => [
              'users.id',
              inner.val(channel).as('channel'),
              inner.val(state).as('state'),
              inner.cast<number>(inner.val(at), 'bigint').as('posted_at'),
            ])
            .where('users.id', '=', userId),
        )
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(post))
        .execute();
    },
    shownBy: async (userId) => {
      const rows = await db
        .selectFrom('bot_channel_signals')
        .select(['device_id', 'status', 'shown_at'])
        .where('user_id', '=', userId)
        .execute();
      return new Map(rows.map((row) => [row.device_id, { status: row.status, at: row.shown_at }]));
    },
    saveShown: (userId, shown) =>
      db.transaction().execute(async (transaction) => {
        for (const some of inChunks([...shown])) await saveShown(transaction, userId, new Map(some));
      }),
    forgetShown: async (deviceId) => {
      await db.deleteFrom('bot_channel_signals').where('device_id', '=', deviceId).execute();
    },
  };
}

async function saveShown(db: Kysely<Database>, userId: number, shown: ShownBySignals): Promise<void> {
  const own = await db
    .selectFrom('devices')
    .select('id')
    .where('owner_id', '=', userId)
    .where('id', 'in', [...shown.keys()])
    .execute();
  const rows = own.flatMap(({ id }) => {
    const one = shown.get(id);
    return one ? [{ device_id: id, user_id: userId, status: one.status, shown_at: one.at }] : [];
  });
  if (rows.length === 0) return;
  await db
    .insertInto('bot_channel_signals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet((eb) => ({
        user_id: eb.ref('excluded.user_id'),
        status: eb.ref('excluded.status'),
        shown_at: eb.ref('excluded.shown_at'),
      })),
    )
    .execute();
}
