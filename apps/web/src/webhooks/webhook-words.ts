import type { WebhookDelivery } from '@semaforo/contract/api/webhooks';
import { counted } from '@semaforo/contract/domain/italian';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@semaforo/contract/domain/webhook-events';

const WORDS: Readonly<Record<WebhookEvent | 'test', string>> = {
  'device.out_of_sync': 'dispositivi diversi',
  'device.error': 'dispositivi in errore',
  'device.ok': 'dispositivi di nuovo in ordine',
  'command.ended': 'comandi conclusi',
  'alert.proposed': 'allerte proposte',
  'alert.began': 'allerte iniziate',
  'alert.ended': 'allerte finite',
  'alarm.opened': 'allarmi aperti',
  'alarm.resolved': 'allarmi risolti',
  'sensor.threshold': 'soglie dell’acqua',
  'audit.sealed': 'sigillo del registro',
  test: 'prova',
};

/** When something is sent, in a few words. */
export function describeEvent(event: WebhookEvent | 'test'): string {
  return WORDS[event];
}

/** 'allerte iniziate, allerte finite', or 'tutto'. */
export function describeEvents(events: readonly WebhookEvent[]): string {
  return events.length === WEBHOOK_EVENTS.length ? 'tutto' : events.map(describeEvent).join(', ');
}

/** How a delivery is drawn: one that waits to be tried again has failed so far. */
export function kindOf({ state, failure }: WebhookDelivery): 'delivered' | 'failed' | 'waiting' {
  if (state === 'delivered') return 'delivered';
  return state === 'failed' || failure !== null ? 'failed' : 'waiting';
}

/** What became of the last deliveries, and when the next of them is tried again (ISO). */
export function summarizeDeliveries(deliveries: readonly WebhookDelivery[]) {
  const failed = deliveries.filter((delivery) => kindOf(delivery) === 'failed').length;
  const waiting = deliveries.filter((delivery) => kindOf(delivery) === 'waiting').length;
  const [nextTryAt = null] = deliveries.flatMap(({ next_try_at: at }) => at ?? []).sort();
  return {
    failed: failed === 0 ? null : counted(failed, ['fallita', 'fallite']),
    waiting: waiting === 0 ? null : `${waiting} in attesa`,
    nextTryAt: failed === 0 ? null : nextTryAt,
    last: deliveries.at(-1)?.created_at ?? null,
  };
}
