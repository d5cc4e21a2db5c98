import { useQuery } from '@tanstack/react-query';
import { callForBody, callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** Which day (`2026-11-22`), and for admins of which Comune; undefined: of all. */
export type SheetChoice = { date: string; userId: number | undefined };

function queryOf({ date, userId }: SheetChoice) {
  return { date, ...(userId !== undefined && { userId: String(userId) }) };
}

/** The sheet of a day, read when it is opened: it says of when it is. */
export function useDaySheet(choice: SheetChoice) {
  return useQuery({
    queryKey: [...queryKeys.daySheet, choice.date, choice.userId ?? null],
    queryFn: ({ signal }) => callRoute('getDaySheet', { query: queryOf(choice), signal }),
    staleTime: 0,
  });
}

export async function readDaySheetCsv(choice: SheetChoice): Promise<Blob> {
  return (await callForBody('exportDaySheet', { query: queryOf(choice) })).blob();
}
