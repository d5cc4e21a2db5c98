import type { LinkedChats } from './linked-chats.port.ts';
import type { Notice } from './outbox.port.ts';

export type Reader = { userId: number; role: 'admin' | 'user' };

/** The notices to all linked chats, each in the words for its user (undefined: nothing for them): nobody is told of what they may not see. */
export async function noticesFor(
  linkedChats: LinkedChats,
  key: string,
  textFor: (reader: Reader) => string | undefined,
): Promise<Notice[]> {
  const texts = new Map<number, string | undefined>();
  return (await linkedChats.all()).flatMap(({ chatId, userId, role }) => {
    if (!texts.has(userId)) texts.set(userId, textFor({ userId, role }));
    const text = texts.get(userId);
    return text === undefined ? [] : [{ chatId, key, text }];
  });
}

/** True when what belongs to that owner (null: nobody) is the reader's to know (product.md, section 1). */
export function mayKnow({ userId, role }: Reader, ownerId: number | null): boolean {
  return role === 'admin' || userId === ownerId;
}
