import type { ComuniTableRecord } from '@semaforo/contract/api/zones';
import { formatDay } from '../platform/date-format.ts';

/** From which table the Comuni come, and of which day it is; null: nobody knows any more. */
export function describeComuniTable(table: ComuniTableRecord | null): string {
  if (table === null) return 'una tabella importata.';
  const day = formatDay(table.day).replace(/^\S+ /, '');
  return table.built_in
    ? `la tabella del Dipartimento della Protezione Civile (CC BY 4.0), del ${day}.`
    : `la tabella importata il ${day}.`;
}
