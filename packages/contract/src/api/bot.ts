import { z } from 'zod';
import { addresses } from './addresses.ts';
import { byId, emptyBody, id, time } from './fields.ts';
import { defineRoute } from './route.ts';

/** A chat that gets the notices of the user who linked it. The id is the console's, not Telegram's. */
const linkedChatSchema = z.strictObject({
  id,
  /** The name of the person or group. */
  title: z.string(),
  linked_at: time,
});

export type LinkedChat = z.infer<typeof linkedChatSchema>;

export const botRoutes = {
  getBotStatus: defineRoute(addresses.getBotStatus, {
    summary: 'Se il bot Telegram è attivo',
    success: { status: 200, body: z.strictObject({ running: z.boolean() }) },
  }),
  createLinkCode: defineRoute(addresses.createLinkCode, {
    summary:
      'Un codice per collegare una chat: vale una volta sola, per dieci minuti, e annulla il precedente',
    body: emptyBody,
    success: { status: 200, body: z.strictObject({ code: z.string(), expires_at: time }) },
  }),
  listLinkedChats: defineRoute(addresses.listLinkedChats, {
    summary: 'Le proprie chat collegate',
    success: { status: 200, body: z.strictObject({ chats: z.array(linkedChatSchema) }) },
  }),
  unlinkChat: defineRoute(addresses.unlinkChat, {
    summary: 'Scollega una propria chat',
    params: byId,
    success: { status: 204 },
    refusals: [404],
  }),
};
