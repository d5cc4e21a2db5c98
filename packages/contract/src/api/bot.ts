import { z } from 'zod';
import { defineRoute } from './route.ts';

export const botRoutes = {
  getBotStatus: defineRoute({
    method: 'GET',
    path: '/api/telegram/status',
    access: 'user',
    summary: 'Se il bot Telegram è attivo',
    success: { status: 200, body: z.strictObject({ running: z.boolean() }) },
  }),
};
