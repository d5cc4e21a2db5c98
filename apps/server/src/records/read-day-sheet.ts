import type { DaySheet } from '@semaforo/contract/api/day-sheet';
import { DAY_SHEET_ROWS } from '@semaforo/contract/domain/day-sheet-rows';
import { romeDay } from '@semaforo/contract/domain/rome-time';
import { type Clock, isoTime } from '../platform/clock.ts';
import type { DaySource } from './day-source.ts';
import { joinDay } from './join-day.ts';

/** What is asked for: a day (`2026-11-22`) of a Comune, or of all. */
export type SheetRequest = { date: string; comune: { id: number; username: string } | undefined };

/** Reads what happened on a day of Rome, kind after kind. */
export function createReadDaySheet({ sources, clock }: { sources: readonly DaySource[]; clock: Clock }) {
  return async ({ date, comune }: SheetRequest): Promise<DaySheet> => {
    const { from, to } = romeDay(date);
    const requested = { ownerId: comune?.id, from, to, limit: DAY_SHEET_ROWS + 1 };
    const kinds: DaySheet['rows'][] = [];
    for (const read of sources) kinds.push(await read(requested));
    const { rows, wholeUntil } = joinDay(kinds, DAY_SHEET_ROWS);
    return {
      date,
      comune: comune?.username ?? null,
      from: isoTime(from),
      to: isoTime(to),
      read_at: isoTime(clock.now()),
      whole_until: wholeUntil,
      rows,
    };
  };
}
