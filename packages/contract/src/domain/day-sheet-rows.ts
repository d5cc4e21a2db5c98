import { formatDuration, formatOthers } from './italian.ts';

/** What a day sheet tells of, as it is called there. */
export const DAY_SHEET_KINDS = [
  'comando',
  'allerta',
  'pianificazione',
  'prova lampade',
  'errore',
  'diverso',
  'allarme',
  'consegna',
] as const;

export type DaySheetKind = (typeof DAY_SHEET_KINDS)[number];

/** More rows than these no one reads on paper; a sheet that has more says until when it is whole. */
export const DAY_SHEET_ROWS = 2000;

/** Of so many devices the names are written. */
export const DAY_SHEET_NAMES = 3;

/** Kinds that last: without an end they are still so. */
const LASTING: readonly DaySheetKind[] = ['allerta', 'prova lampade', 'errore', 'diverso', 'allarme'];

/** Some names of `total`: 'Argine, Belvedere e altri 10'. */
export function namesOf(total: number, names: readonly string[]): string {
  const others = total - names.length;
  return others > 0 ? `${names.join(', ')} e ${formatOthers(others)}` : names.join(', ');
}

/** How long something lasted: '2 minuti e 5 secondi', 'in corso'; empty for what happens at an instant. */
export function describeLasted({
  kind,
  at,
  until,
}: {
  kind: DaySheetKind;
  at: string;
  until: string | null;
}): string {
  if (!LASTING.includes(kind)) return '';
  return until === null ? 'in corso' : formatDuration(Date.parse(until) - Date.parse(at));
}
