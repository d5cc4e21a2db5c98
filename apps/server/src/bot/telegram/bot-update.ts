import { z } from 'zod';

export type Chat = { id: string; kind: 'private' | 'group'; title: string };

/** What happened in a chat; `other` is anything that the bot ignores. */
export type BotUpdate = { id: number } & (
  | { kind: 'message'; chat: Chat; text: string }
  | { kind: 'bot-removed'; chat: Chat }
  | { kind: 'chat-moved'; chat: Chat; movedTo: string }
  | { kind: 'other' }
);

const MAX_TITLE_LENGTH = 128;

const updates = z.array(z.looseObject({ update_id: z.int() }));

const chatSchema = z.object({
  id: z.int(),
  type: z.enum(['private', 'group', 'supergroup']),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});
const messageUpdate = z.object({ message: z.object({ chat: chatSchema, text: z.string() }) });
const movedUpdate = z.object({ message: z.object({ chat: chatSchema, migrate_to_chat_id: z.int() }) });
const memberUpdate = z.object({
  my_chat_member: z.object({
    chat: chatSchema,
    new_chat_member: z.object({ status: z.enum(['left', 'kicked']) }),
  }),
});

/** Reads Telegram's updates. Undefined when the answer is not a list of updates with ids, which confirm them. */
export function toBotUpdates(answer: unknown): BotUpdate[] | undefined {
  const parsed = updates.safeParse(answer);
  return parsed.success ? parsed.data.map(toBotUpdate) : undefined;
}

function toBotUpdate(update: { update_id: number }): BotUpdate {
  const id = update.update_id;
  const message = messageUpdate.safeParse(update);
  if (message.success) {
    const { chat, text } = message.data.message;
    return { id, kind: 'message', chat: toChat(chat), text: cleanText(text) };
  }
  const moved = movedUpdate.safeParse(update);
  if (moved.success) {
    const { chat, migrate_to_chat_id } = moved.data.message;
    return { id, kind: 'chat-moved', chat: toChat(chat), movedTo: String(migrate_to_chat_id) };
  }
  const member = memberUpdate.safeParse(update);
  if (member.success) return { id, kind: 'bot-removed', chat: toChat(member.data.my_chat_member.chat) };
  return { id, kind: 'other' };
}

function toChat(chat: z.infer<typeof chatSchema>): Chat {
  const name = chat.title ?? [chat.first_name, chat.last_name].filter(Boolean).join(' ');
  return {
    id: String(chat.id),
    kind: chat.type === 'private' ? 'private' : 'group',
    title: cleanText(name).slice(0, MAX_TITLE_LENGTH).toWellFormed().trim() || 'Chat senza nome',
  };
}

/**
 * Anybody can write these texts. Control characters and lone surrogates are removed: databases refuse them, pages
 * show them badly.
 */
function cleanText(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, ' ');
}
