import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { Audience, ChannelName, Reader } from './notification.ts';

/** Whom a notification reaches, and by what; `userId`: only while it belongs to that user. */
export type Recipient = { channel: ChannelName; recipient: string; userId: number | null; reader?: Reader };

/** An id that no user has. */
const NO_USER = 0;

/** Everybody who belongs to an audience. */
export async function findRecipients(db: Kysely<Database>, audience: Audience): Promise<Recipient[]> {
  switch (audience.to) {
    case 'chats':
      return findChats(db);
    case 'telegram':
      return [{ channel: 'telegram', recipient: audience.chatId, userId: audience.userId }];
    case 'webhook':
      return [{ channel: 'webhook', recipient: String(audience.id), userId: null }];
    case 'citizens':
      return findCitizens(db, audience);
    case 'browsers':
      return findBrowsers(db, audience);
    case 'person': {
      const { chatId, email, browserId, others = [] } = audience;
      return [
        ...(chatId === null ? [] : await findChats(db, chatId)),
        ...(email === null ? [] : [{ channel: 'email' as const, recipient: email, userId: null }]),
        ...(browserId === null
          ? []
          : await readBrowsers(selectBrowsers(db).where('push_devices.id', '=', browserId))),
        ...others.map((other) => ({ ...other, userId: null })),
      ];
    }
  }
}

/** Those that are linked to a user who exists and whose sessions were not revoked since; one by the console's id. */
async function findChats(db: Kysely<Database>, id?: number): Promise<Recipient[]> {
  const linked = db
    .selectFrom('bot_chats')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'bot_chats.user_id')
        .onRef('users.token_version', '=', 'bot_chats.token_version'),
    )
    .select(['bot_chats.chat_id', 'users.id', 'users.role', 'comune_id'])
    .orderBy('bot_chats.id');
  const rows = await (id === undefined ? linked : linked.where('bot_chats.id', '=', id)).execute();
  return rows.map(({ chat_id: recipient, ...account }) => ({
    ...{ channel: 'telegram', recipient, reader: readerOf(account), userId: account.id },
  }));
}

async function findCitizens(
  db: Kysely<Database>,
  { userId, from }: Extract<Audience, { to: 'citizens' }>,
): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('public_subscribers')
    .select('id')
    .where('user_id', '=', userId)
    .where('from_color', 'in', from)
    .execute();
  return rows.map(({ id }) => ({ channel: 'citizens', recipient: String(id), userId }));
}

async function findBrowsers(
  db: Kysely<Database>,
  { ownerIds, withAdmins, not }: Extract<Audience, { to: 'browsers' }>,
): Promise<Recipient[]> {
  const others = selectBrowsers(db).where('users.id', '<>', not ?? NO_USER);
  const found = withAdmins ? await readBrowsers(others.where('role', '=', 'admin')) : [];
  for (const owners of inChunks(ownerIds.flatMap((id) => id ?? []))) {
    const ofOwners = others.where((eb) => eb(eb.fn.coalesce('comune_id', 'users.id'), 'in', owners));
    found.push(...(await readBrowsers(ofOwners)));
  }
  return found;
}

function selectBrowsers(db: Kysely<Database>) {
  return db
    .selectFrom('push_devices')
    .innerJoin('users', 'users.id', 'push_devices.user_id')
    .select(['push_devices.id as browser', 'users.id', 'users.role', 'comune_id']);
}

async function readBrowsers(query: ReturnType<typeof selectBrowsers>): Promise<Recipient[]> {
  const rows = await query.execute();
  return rows.map(({ browser, ...account }) => ({
    ...{ channel: 'push', recipient: String(browser), reader: readerOf(account), userId: account.id },
  }));
}

/** A person of a Comune may see what the Comune may. */
function readerOf({
  id,
  role,
  comune_id,
}: {
  id: number;
  role: Reader['role'];
  comune_id: number | null;
}): Reader {
  return { id: comune_id ?? id, role };
}
