import type { daySheetRoutes } from '@semaforo/contract/api/day-sheet';
import type { Handlers } from '../http/handlers.ts';
import { StreamedText } from '../http/streamed-text.ts';
import type { Actor } from '../platform/actor.ts';
import { notFound, type Refusal } from '../platform/refusal.ts';
import { writeDaySheetCsv } from './day-sheet-csv.ts';
import type { createReadDaySheet, SheetRequest } from './read-day-sheet.ts';

type Asking = { actor: Actor; query: { date: string; userId?: number | undefined } };

export function createDaySheetHandlers(options: {
  read: ReturnType<typeof createReadDaySheet>;
  findUsername: (id: number) => Promise<string | undefined>;
}): Handlers<typeof daySheetRoutes> {
  /** Whose day an actor may read: a user their own, an admin that of any Comune or of all. */
  const requestedBy = async ({ actor, query }: Asking): Promise<SheetRequest | undefined> => {
    const { date, userId } = query;
    if (actor.role !== 'admin') {
      return userId === undefined || userId === actor.id ? { date, comune: actor } : undefined;
    }
    if (userId === undefined) return { date, comune: undefined };
    const username = await options.findUsername(userId);
    return username === undefined ? undefined : { date, comune: { id: userId, username } };
  };
  const sheetFor = async (asking: Asking): Promise<Awaited<ReturnType<typeof options.read>> | Refusal> => {
    const requested = await requestedBy(asking);
    return requested ? options.read(requested) : notFound();
  };
  return {
    getDaySheet: sheetFor,
    exportDaySheet: async (call) => {
      const sheet = await sheetFor(call);
      return 'rows' in sheet ? new StreamedText(writeDaySheetCsv(sheet)) : sheet;
    },
  };
}
