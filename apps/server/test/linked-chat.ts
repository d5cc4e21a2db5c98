import type { FakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import type { Caller } from './running-app.ts';

/** Links a private chat to the caller's user, as a person does; resolves to the texts that the chat gets from then on. */
export async function linkChat(
  fake: FakeTelegram,
  call: Caller,
  chatId: number,
): Promise<() => readonly string[]> {
  const { body } = await call('POST', '/api/telegram/link-code');
  const before = fake.textsTo(chatId).length;
  fake.write(`/collega ${(body as { code: string }).code}`, { id: chatId });
  await until(`chat ${chatId} is linked`, () => fake.textsTo(chatId)[before]?.startsWith('Chat collegata'));
  return () => fake.textsTo(chatId).slice(before + 1);
}
