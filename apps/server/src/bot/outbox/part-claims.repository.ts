import type { Kysely } from 'kysely';
import type { NoticeOutcome } from '../../database/schema/bot.ts';
import type { Database } from '../../database/schema.ts';
import type { QueuedNotice } from './outbox.repository.ts';

/** Who sends the next part of a notice. Each part is claimed before it is sent, so that no two callers send it. */
export type PartClaimsRepository = {
  /**
   * Claims the next part. `claimed` for one caller only; `taken` when another one has it, or the notice went on since
   * it was read; `unlinked` when the notice needs a link that has ended.
   */
  claim: (
    notice: Pick<QueuedNotice, 'id' | 'partsSent'>,
    now: number,
  ) => Promise<'claimed' | 'taken' | 'unlinked'>;
  /** Gives a claim back because nothing was sent: the part may be claimed again from `notBefore` (epoch ms). */
  release: (id: number, notBefore: number) => Promise<void>;
  /** Ends the claim of a part that was sent, when other parts follow. */
  advance: (id: number) => Promise<void>;
  /**
   * Finishes the notices that this server claimed and left, in a process before this one; resolves to their chats. To
   * be called before the first claim: later on, such notices are being sent.
   */
  finishInterrupted: (end: { outcome: NoticeOutcome; at: number }) => Promise<string[]>;
};

export function createPartClaimsRepository(db: Kysely<Database>, serverId: string): PartClaimsRepository {
  return {
    claim: async (notice, now) => {
      const { numUpdatedRows } = await db
        .updateTable('bot_outbox')
        .set((eb) => ({ sending_since: now, sending_by: serverId, attempts: eb('attempts', '+', 1) }))
        .where('id', '=', notice.id)
        .where('finished_at', 'is', null)
        .where('sending_since', 'is', null)
        .where('parts_sent', '=', notice.partsSent)
        .where((eb) =>
          eb.or([
            eb('user_id', 'is', null),
            eb.exists(
              eb
                .selectFrom('bot_chats')
                .innerJoin('users', 'users.id', 'bot_chats.user_id')
                .select('bot_chats.id')
                .whereRef('bot_chats.chat_id', '=', 'bot_outbox.chat_id')
                .whereRef('bot_chats.user_id', '=', 'bot_outbox.user_id')
                .whereRef('bot_chats.token_version', '=', 'users.token_version'),
            ),
          ]),
        )
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return 'claimed';
      const open = await db
        .selectFrom('bot_outbox')
        .select('id')
        .where('id', '=', notice.id)
        .where('finished_at', 'is', null)
        .where('sending_since', 'is', null)
        .where('parts_sent', '=', notice.partsSent)
        .executeTakeFirst();
      return open ? 'unlinked' : 'taken';
    },
    release: async (id, notBefore) => {
      await db
        .updateTable('bot_outbox')
        .set({ sending_since: null, not_before: notBefore })
        .where('id', '=', id)
        .execute();
    },
    advance: async (id) => {
      await db
        .updateTable('bot_outbox')
        .set((eb) => ({ sending_since: null, attempts: 0, parts_sent: eb('parts_sent', '+', 1) }))
        .where('id', '=', id)
        .execute();
    },
    finishInterrupted: async ({ outcome, at }) => {
      const rows = await db
        .updateTable('bot_outbox')
        .set({ outcome, finished_at: at, sending_since: null })
        .where('finished_at', 'is', null)
        .where('sending_since', 'is not', null)
        .where('sending_by', '=', serverId)
        .returning('chat_id')
        .execute();
      return rows.map(({ chat_id }) => chat_id);
    },
  };
}
