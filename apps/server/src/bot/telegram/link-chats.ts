import { LINK_CODE_HOLDS_MS } from '@semaforo/contract/domain/link-code';
import type { AuditAuthor } from '../../database/audit-trail.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import { createLinkCode, hashLinkCode } from './link-code.ts';
import type { LinkCodesRepository } from './link-codes.repository.ts';
import type { LinkedChatsRepository } from './linked-chats.repository.ts';

const NO_BOT = new Refusal('unavailable', {
  code: 'bot-not-configured',
  message: 'Il bot Telegram non è configurato su questo server',
});

/** What users do with their chats in the console. */
export function createChatLinking(options: {
  codes: LinkCodesRepository;
  chats: LinkedChatsRepository;
  isConfigured: boolean;
  clock: Clock;
}) {
  const { codes, chats, clock } = options;
  return {
    listOf: chats.listOf,
    /**
     * Creates the code by which a chat is linked to the user, once, with `/collega CODE`; `expiresAt` is in epoch
     * milliseconds. The code is returned here only: the database keeps its hash.
     */
    createCode: async (
      userId: number,
      author: AuditAuthor,
    ): Promise<{ code: string; expiresAt: number } | Refusal> => {
      if (!options.isConfigured) return NO_BOT;
      const code = createLinkCode();
      const at = clock.now();
      const expiresAt = at + LINK_CODE_HOLDS_MS;
      const saved = await codes.save({ userId, hash: hashLinkCode(code), expiresAt }, { author, at });
      return saved ? { code, expiresAt } : notFound();
    },
    unlink: async (id: number, userId: number, author: AuditAuthor): Promise<Refusal | undefined> => {
      const unlinked = await chats.unlinkOwn(id, { userId, author, at: clock.now() });
      return unlinked ? undefined : notFound();
    },
  };
}

export type ChatLinking = ReturnType<typeof createChatLinking>;
