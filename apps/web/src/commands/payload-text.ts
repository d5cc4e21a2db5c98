import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { listPayloads } from '@semaforo/contract/domain/history-grouping';

/** The sent payloads, separated by commas. The device's own topic is left out, because the row shows it already. */
export function payloadText({ payloads, device_topic }: HistoryRecord): string {
  const start = `${device_topic}/`;
  return listPayloads(payloads)
    .map((payload) => (payload.startsWith(start) ? payload.slice(start.length) : payload))
    .join(', ');
}
