import { isBeingWritten, waitsForTurn } from '@semaforo/contract/domain/device/delivery';
import { createExpiringMap } from '../platform/expiring-map.ts';
import { createFifo } from '../platform/fifo.ts';
import { type AcceptedCommand, isLarge, type TrackedDelivery } from './tracked-delivery.ts';

/** So many deliveries of large commands are being handed to the broker at once: few beside what it takes in flight. */
const SENDING_AT_ONCE = 48;
/** So many of them wait for their confirmation at once: what they say is not a second's work. */
const UNCONFIRMED_AT_ONCE = 1000;
/** A device that is there has answered by then. One that has not is no reason to keep the others waiting. */
const ANSWERS_WITHIN_MS = 1000;

/**
 * Begins to send deliveries. Those of a small command at once; of large commands only so many that what others do
 * meanwhile is done between two of them. Several large commands take turns, device by device.
 */
export type SendingPace = {
  add: (command: AcceptedCommand, deliveries: readonly TrackedDelivery[]) => void;
  /** Its messages are handed over, or are not going to be for now. */
  written: (delivery: TrackedDelivery) => void;
  /** The delivery has ended: it is waited for no longer. */
  ended: (delivery: TrackedDelivery) => void;
  stop: () => void;
};

/** `begin`: has a delivery written whose turn has come. */
export function createSendingPace({ begin }: { begin: (delivery: TrackedDelivery) => void }): SendingPace {
  const turns = createFifo<AcceptedCommand>();
  const waiting = new Map<AcceptedCommand, ReturnType<typeof createFifo<TrackedDelivery>>>();
  const unconfirmed = createExpiringMap<TrackedDelivery>({
    afterMs: ANSWERS_WITHIN_MS,
    expired: () => goOn(),
  });
  const sending = new Set<TrackedDelivery>();
  let isStopped = false;

  /** The next one, of the command whose turn it is. */
  const take = (): TrackedDelivery | undefined => {
    for (;;) {
      const command = turns.take();
      if (!command) return undefined;
      const queue = waiting.get(command);
      const delivery = queue?.take();
      if (!delivery) {
        waiting.delete(command);
        continue;
      }
      turns.add(command);
      if (waitsForTurn(delivery.machine)) return delivery;
    }
  };

  const goOn = () => {
    while (!isStopped && sending.size < SENDING_AT_ONCE && unconfirmed.size() < UNCONFIRMED_AT_ONCE) {
      const delivery = take();
      if (!delivery) return;
      begin(delivery);
      if (!isBeingWritten(delivery.machine)) continue;
      sending.add(delivery);
      unconfirmed.set(delivery, true);
    }
  };

  return {
    add: (command, deliveries) => {
      if (!isLarge(command)) return deliveries.forEach(begin);
      const known = waiting.get(command);
      const queue = known ?? createFifo<TrackedDelivery>();
      for (const delivery of deliveries) queue.add(delivery);
      if (!known) {
        waiting.set(command, queue);
        turns.add(command);
      }
      goOn();
    },
    written: (delivery) => {
      if (sending.delete(delivery)) goOn();
    },
    ended: (delivery) => {
      if (unconfirmed.delete(delivery)) goOn();
    },
    stop: () => {
      isStopped = true;
      unconfirmed.stop();
    },
  };
}
