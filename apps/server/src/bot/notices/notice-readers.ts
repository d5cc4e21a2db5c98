import type { Actor } from '../../platform/actor.ts';
import type { Notice } from '../outbox/outbox.port.ts';
import type { LinkedChats } from '../telegram/linked-chats.port.ts';

/** Who reads what is told, as far as it decides on what they may be told. */
export type Reader = Pick<Actor, 'id' | 'role'>;

/**
 * The notices to all linked chats, each in the words for its user (undefined: nothing for them): nobody is told of
 * what they may not see.
 */
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
