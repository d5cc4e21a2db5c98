import { z } from 'zod';
import { byId, emptyBody, id, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** A chat that gets the notices of the user who linked it; the id is ours, not Telegram's. */
const linkedChatSchema = z.strictObject({
  id,
  /** The name of the person or group. */
  title: z.string(),
  linked_at: time,
});

export type LinkedChat = z.infer<typeof linkedChatSchema>;

export const botRoutes = {
  getBotStatus: defineRoute({
    method: 'GET',
    path: '/api/telegram/status',
    access: 'user',
    summary: 'Se il bot Telegram è attivo',
    success: { status: 200, body: z.strictObject({ running: z.boolean() }) },
  }),
  createLinkCode: defineRoute({
    method: 'POST',
    path: '/api/telegram/link-code',
    access: 'user',
    summary:
      'Un codice per collegare una chat: vale una volta sola, per dieci minuti, e annulla il precedente',
    body: emptyBody,
    success: { status: 200, body: z.strictObject({ code: z.string(), expires_at: time }) },
    refusals: [503],
  }),
  listLinkedChats: defineRoute({
    method: 'GET',
    path: '/api/telegram/chats',
    access: 'user',
    summary: 'Le proprie chat collegate',
    success: { status: 200, body: z.strictObject({ chats: z.array(linkedChatSchema) }) },
  }),
  unlinkChat: defineRoute({
    method: 'DELETE',
    path: '/api/telegram/chats/:id',
    access: 'user',
    summary: 'Scollega una propria chat',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
};
