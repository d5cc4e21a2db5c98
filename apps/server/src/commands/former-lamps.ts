import type { OutputWrite } from '@semaforo/contract/domain/channels';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { lampWord } from '@semaforo/contract/domain/lamps';
import type { DeviceStates } from '../devices/device-states.ts';
import { createExpiryQueue } from '../platform/expiry-queue.ts';
import type { CommandMessage } from './command-topic.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/** A device that obeys has answered long before. */
const AGAIN_AFTER_MS = 1000;

/**
 * Tells a device again to put out the lamps that it still says are lit besides the new one, as long as the delivery
 * waits for its confirmation (docs/rules.md#order-of-writes).
 */
export type FormerLamps = {
  /** All messages of the delivery are sent: from now on it is looked at now and then. */
  watch: (delivery: TrackedDelivery) => void;
  stop: () => void;
};

export function createFormerLamps(options: {
  states: Pick<DeviceStates, 'of'>;
  sendAgain: (delivery: TrackedDelivery, messages: readonly CommandMessage[]) => void;
}): FormerLamps {
  const queue = createExpiryQueue<TrackedDelivery>({
    afterMs: AGAIN_AFTER_MS,
    expired: (delivery) => {
      if (!isUnderWay(delivery.state)) return;
      const stillLit = zerosForLitLamps(delivery, options.states);
      if (stillLit.length > 0) options.sendAgain(delivery, stillLit);
      queue.add(delivery);
    },
  });
  return { watch: queue.add, stop: queue.stop };
}

/** None before the new lamp is lit: the signal must not go dark. */
function zerosForLitLamps(delivery: TrackedDelivery, states: Pick<DeviceStates, 'of'>): CommandMessage[] {
  if (!delivery.answered && delivery.value !== 'spento') return [];
  return delivery.messages.filter(
    ({ write }) => write.payload === '0' && lampOf(delivery, write, states)?.on === true,
  );
}

function lampOf({ device }: TrackedDelivery, write: OutputWrite, states: Pick<DeviceStates, 'of'>) {
  const word = lampWord({ type: device.type, key: device.topic }, write);
  return word && states.of(device.id).lamps[word.lamp];
}
