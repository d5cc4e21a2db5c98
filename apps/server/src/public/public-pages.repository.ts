import { COMUNE_NAME_SETTING } from '@semaforo/contract/domain/comune-name';
import { groupBy } from '@semaforo/contract/domain/group-by';
import {
  adviceIn,
  PUBLIC_HOSTS_SETTING,
  PUBLIC_PAGE_SETTING,
  PUBLIC_PHONE_SETTING,
  PUBLIC_SLUG_SETTING,
  PUBLIC_TEXT_SETTINGS,
  readHosts,
} from '@semaforo/contract/domain/public-page';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { CHANNEL_SETTING } from '@semaforo/contract/domain/telegram-channel';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

/** A Comune whose page an admin has switched on; `phone` and `channel` are empty where there is none. */
export type PublicComune = {
  userId: number;
  slug: string;
  name: string;
  phone: string;
  channel: string;
  /** Whose pages may show the embed. */
  hosts: readonly string[];
  zones: readonly string[];
  /** What to do at each color, in Italian. */
  advice: Readonly<Record<SignalColor, readonly string[]>>;
};

/** What a page said from then on (epoch ms). */
export type PublicChange = { at: number; color: SignalColor | null; showing: number; total: number };

export type PublicPagesRepository = {
  /** Of two with one address the first. */
  listComuni: () => Promise<PublicComune[]>;
  /** The newest first. */
  listChanges: (userId: number) => Promise<PublicChange[]>;
  /** Does nothing when the user does not exist any more; forgets the oldest ones. */
  addChange: (userId: number, change: PublicChange) => Promise<void>;
};

const KEPT = 200;
const READ = 20;
const READ_SETTINGS = [
  PUBLIC_PAGE_SETTING,
  PUBLIC_SLUG_SETTING,
  PUBLIC_PHONE_SETTING,
  PUBLIC_HOSTS_SETTING,
  COMUNE_NAME_SETTING,
  CHANNEL_SETTING,
  ...Object.values(PUBLIC_TEXT_SETTINGS),
];

export function createPublicPagesRepository(db: Kysely<Database>): PublicPagesRepository {
  return {
    listComuni: async () => {
      const rows = await db
        .selectFrom('settings as own')
        .innerJoin('settings as switch', 'switch.user_id', 'own.user_id')
        .innerJoin('users', 'users.id', 'own.user_id')
        .select(['users.id', 'users.username', 'own.key', 'own.value'])
        .where('switch.key', '=', PUBLIC_PAGE_SETTING)
        .where('switch.value', '=', 'true')
        .where('own.key', 'in', READ_SETTINGS)
        .orderBy('users.id')
        .execute();
      const users = [...new Map(rows.map(({ id, username }) => [id, username]))];
      if (users.length === 0) return [];
      const zones = await db
        .selectFrom('user_zones')
        .selectAll()
        .where('user_id', 'in', (switched) =>
          switched
            .selectFrom('settings')
            .select('user_id')
            .where('key', '=', PUBLIC_PAGE_SETTING)
            .where('value', '=', 'true'),
        )
        .orderBy('zone_code')
        .execute();
      const values = new Map(rows.map(({ id, key, value }) => [`${id} ${key}`, value]));
      const zonesOf = groupBy(zones, ({ user_id: userId }) => userId);
      const comuni = new Map<string, PublicComune>();
      for (const [userId, username] of users) {
        const settingOf = (key: string) => values.get(`${userId} ${key}`) ?? '';
        const slug = settingOf(PUBLIC_SLUG_SETTING);
        if (slug === '' || comuni.has(slug)) continue;
        comuni.set(slug, {
          ...{ userId, slug, phone: settingOf(PUBLIC_PHONE_SETTING), channel: settingOf(CHANNEL_SETTING) },
          name: settingOf(COMUNE_NAME_SETTING) || username,
          hosts: readHosts(settingOf(PUBLIC_HOSTS_SETTING)) ?? [],
          advice: adviceIn(settingOf),
          zones: (zonesOf.get(userId) ?? []).map(({ zone_code: code }) => code),
        });
      }
      return [...comuni.values()];
    },
    listChanges: (userId) =>
      db
        .selectFrom('public_changes')
        .select(['at', 'color', 'showing', 'total'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(READ)
        .execute(),
    addChange: (userId, change) =>
      db.transaction().execute(async (transaction) => {
        const user = await transaction
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .executeTakeFirst();
        if (!user) return;
        await transaction
          .insertInto('public_changes')
          .values({ user_id: userId, ...change })
          .execute();
        const oldest = await transaction
          .selectFrom('public_changes')
          .select('id')
          .where('user_id', '=', userId)
          .orderBy('id', 'desc')
          .offset(KEPT)
          .limit(1)
          .executeTakeFirst();
        if (!oldest) return;
        await transaction
          .deleteFrom('public_changes')
          .where('user_id', '=', userId)
          .where('id', '<=', oldest.id)
          .execute();
      }),
  };
}
