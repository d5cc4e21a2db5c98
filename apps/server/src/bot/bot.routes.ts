import type { botRoutes } from '@semaforo/contract/api/bot';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { accountOf } from '../platform/actor.ts';
import { isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ChatLinking } from './telegram/link-chats.ts';

export function createBotHandlers(options: {
  isRunning: () => boolean;
  linking: ChatLinking;
}): Handlers<typeof botRoutes> {
  const { linking } = options;
  return {
    getBotStatus: () => ({ running: options.isRunning() }),
    createLinkCode: async (call) => {
      const created = await linking.createCode(accountOf(call.actor), authorOf(call));
      if (created instanceof Refusal) return created;
      return { code: created.code, expires_at: isoTime(created.expiresAt) };
    },
    listLinkedChats: async ({ actor }) => ({
      chats: (await linking.listOf(accountOf(actor))).map(({ id, title, linkedAt }) => ({
        id,
        title,
        linked_at: isoTime(linkedAt),
      })),
    }),
    unlinkChat: (call) => linking.unlink(call.params.id, accountOf(call.actor), authorOf(call)),
  };
}
