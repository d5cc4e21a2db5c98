import { formatMessage } from '../src/notifications/messages.ts';
import type { News, Reader } from '../src/notifications/notification.ts';

/** What each chat is told by news for all linked chats. */
export function readNews(
  { key, kind, facts }: News,
  chats: readonly { chatId: string; userId: number; role: Reader['role'] }[],
): { chatId: string; key: string; text: string }[] {
  return chats.flatMap(({ chatId, userId, role }) => {
    const own = typeof facts === 'function' ? facts({ id: userId, role }) : facts;
    return own === undefined ? [] : [{ chatId, key, text: formatMessage(kind, own).text }];
  });
}
