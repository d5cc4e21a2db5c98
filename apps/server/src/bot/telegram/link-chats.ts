import { LINK_CODE_HOLDS_MS } from '@semaforo/contract/domain/link-code';
import type { AuditAuthor } from '../../database/audit-trail.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { createLinkCode, hashLinkCode } from './link-code.ts';
import type { LinkedChatsRepository } from './linked-chats.repository.ts';

const NO_BOT = new Refusal('unavailable', {
  code: 'bot-not-configured',
  message: 'Il bot Telegram non è configurato su questo server',
});

/** What users do in the console about their chats. The code is told once and stored as a hash. */
export function createChatLinking(options: {
  repository: LinkedChatsRepository;
  isConfigured: boolean;
  clock: Clock;
}) {
  const { repository, clock } = options;
  return {
    listOf: repository.listOf,
    /** A code by which a chat is linked to the user: `/collega CODE`, once, within ten minutes (`expiresAt`, epoch ms). */
    createCode: async (
      userId: number,
      author: AuditAuthor,
    ): Promise<{ code: string; expiresAt: number } | Refusal> => {
      if (!options.isConfigured) return NO_BOT;
      const code = createLinkCode();
      const at = clock.now();
      const expiresAt = at + LINK_CODE_HOLDS_MS;
      const saved = await repository.saveCode(
        { userId, hash: hashLinkCode(code), expiresAt },
        { author, at },
      );
      return saved ? { code, expiresAt } : notFound();
    },
    unlink: async (id: number, userId: number, author: AuditAuthor): Promise<Refusal | undefined> => {
      const unlinked = await repository.unlinkOwn(id, { userId, author, at: clock.now() });
      return unlinked ? undefined : notFound();
    },
  };
}

export type ChatLinking = ReturnType<typeof createChatLinking>;
