import type { Client } from '@semaforo/client';
import type { FakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';

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
