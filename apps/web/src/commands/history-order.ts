import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';

/** The records in their order, and the devices of one command, which are all of one instant, by name. */
export function byNameWithinCommands(records: readonly HistoryRecord[]): HistoryRecord[] {
  const commands: HistoryRecord[][] = [];
  for (const record of records) {
    const last = commands.at(-1);
    if (last?.[0] && isOfOneCommand(last[0], record)) last.push(record);
    else commands.push([record]);
  }
  return commands.flatMap((command) => command.sort((a, b) => byItalianOrder(labelOf(a), labelOf(b))));
}

function isOfOneCommand(a: HistoryRecord, b: HistoryRecord): boolean {
  return a.created_at === b.created_at && a.color === b.color && a.origin === b.origin;
}
