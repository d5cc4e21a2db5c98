import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { listPayloads } from '@semaforo/contract/domain/history-grouping';

/** What was sent, separated by commas; without the device's own topic, which the row names already, so that it fits a line. */
export function payloadText({ payloads, device_topic }: HistoryRecord): string {
  const start = `${device_topic}/`;
  return listPayloads(payloads)
    .map((payload) => (payload.startsWith(start) ? payload.slice(start.length) : payload))
    .join(', ');
}
