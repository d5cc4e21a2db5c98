import type { botRoutes } from '@semaforo/contract/api/bot';
import type { Handlers } from '../http/mount-routes.ts';

/** This version has no bot yet, so none is ever running. */
export function createBotHandlers(): Handlers<typeof botRoutes> {
  return { getBotStatus: () => ({ running: false }) };
}
