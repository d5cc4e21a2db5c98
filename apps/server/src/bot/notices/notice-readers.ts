import type { Actor } from '../../platform/actor.ts';
import type { Notice } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';

/** The user of a linked chat: decides which devices a notice may name. */
export type Reader = Pick<Actor, 'id' | 'role'>;

/** The notices to all linked chats. `textFor` writes the text for a user; undefined: the user gets no notice. */
export async function noticesFor(
  linkedChats: LinkedChats,
  key: string,
  textFor: (reader: Reader) => string | undefined,
): Promise<Notice[]> {
  const texts = new Map<number, string | undefined>();
  return (await linkedChats.all()).flatMap(({ chatId, userId, role }) => {
    if (!texts.has(userId)) texts.set(userId, textFor({ id: userId, role }));
    const text = texts.get(userId);
    return text === undefined ? [] : [{ chatId, key, text }];
  });
}
