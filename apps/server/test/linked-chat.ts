import type { Client } from '@semaforo/client';
import type { FakeTelegram } from '@semaforo/testing/fake-telegram';
import { insertUser } from '@semaforo/testing/rows';
import { until } from '@semaforo/testing/until';
import type { OpenDatabase } from '../src/database/engine.ts';
import { NOW } from './acts.ts';

/**
 * Links a private chat to the user of the client, as a person does. Resolves to the texts that the chat gets from then
 * on.
 */
export async function linkChat(
  fake: FakeTelegram,
  client: Client,
  chatId: number,
): Promise<() => readonly string[]> {
  const { code } = await client('createLinkCode');
  const before = fake.textsTo(chatId).length;
  fake.write(`/collega ${code}`, { id: chatId });
  await until(`chat ${chatId} is linked`, () => fake.textsTo(chatId)[before]?.startsWith('Chat collegata'));
  return () => fake.textsTo(chatId).slice(before + 1);
}

/** Creates a user with a linked private chat, past the API. Resolves to the id of the user. */
export async function insertLinkedChat(db: OpenDatabase['db'], chatId: string): Promise<number> {
  const userId = await insertUser(db, 'anna');
  const link = { user_id: userId, kind: 'private', title: 'Anna', token_version: 1, linked_at: NOW } as const;
  await db
    .insertInto('bot_chats')
    .values({ chat_id: chatId, ...link })
    .execute();
  return userId;
}
