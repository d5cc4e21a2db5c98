import type { ComuniTableRecord } from '@semaforo/contract/api/zones';
import { formatDay } from '../platform/date-format.ts';

/** From which table the Comuni come, and of which day it is; null: nobody knows any more. */
export function describeComuniTable(table: ComuniTableRecord | null): string {
  if (table === null) return 'Tabella dei Comuni importata.';
  return table.built_in
    ? `Tabella dei Comuni del Dipartimento della Protezione Civile (CC BY 4.0), ${ofDay(table.day)}.`
    : `Tabella dei Comuni importata, ${ofDay(table.day)}.`;
}

/** What a search without a result says. */
export function noComuneIn(table: ComuniTableRecord | null): string {
  return `Nessun Comune con questo nome nella tabella ${table === null ? 'importata' : ofDay(table.day)}.`;
}

/** 'dell’8 agosto 2026', 'del 3 ottobre 2026'. */
function ofDay(day: string): string {
  const words = formatDay(day).replace(/^\S+ /, '');
  return /^(8|11) /.test(words) ? `dell’${words}` : `del ${words}`;
}
