import type { Clock } from '../platform/clock.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { failPoint } from '../platform/fail-point.ts';
import type { Logger } from '../platform/logger.ts';
import type { DeliveryChange } from './save-delivery-changes.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

const WRITE_DELAY_MS = 50;

/** Stores the deliveries' changes of state in groups; `flush` resolves when all so far are stored. */
export type DeliveryLog = { flush: () => Promise<void>; stop: () => Promise<void> };

export function createDeliveryLog(options: {
  progress: EventChannel<TrackedDelivery>;
  saveChanges: (changes: readonly DeliveryChange[]) => Promise<void>;
  clock: Clock;
  logger: Logger;
}): DeliveryLog {
  const unsaved = new Map<number, DeliveryChange>();
  const job = createDebouncedJob({
    name: 'delivery-log',
    delayMs: WRITE_DELAY_MS,
    logger: options.logger,
    work: async () => {
      const changes = [...unsaved.values()];
      failPoint('before-outcome');
      await options.saveChanges(changes);
      failPoint('after-outcome');
      // What changed again meanwhile is still to be stored.
      for (const change of changes) if (unsaved.get(change.id) === change) unsaved.delete(change.id);
      if (unsaved.size > 0) job.request();
    },
  });
  options.progress.subscribe((delivery) => {
    const { id, state, reason } = delivery;
    if (state === 'accettato') return;
    unsaved.set(id, { id, state, reason, sent: sentOf(delivery), at: options.clock.now() });
    job.request();
  });
  return { flush: job.flush, stop: job.stop };
}

/** What was handed over while the device was away did not reach it, unless the device confirmed it. */
function sentOf({
  handedOverAt,
  sentBeforeDeviceSeen,
  isWritten,
  state,
}: TrackedDelivery): DeliveryChange['sent'] {
  if (handedOverAt === null || (sentBeforeDeviceSeen && state !== 'confermato')) return 0;
  return isWritten ? 2 : 1;
}
