import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { Clock } from '../platform/clock.ts';
import { inSlices } from '../platform/in-slices.ts';
import { DEVICE_NOT_HEARD, INTERRUPTED, NOT_SENT_IN_TIME } from './delivery-reasons.ts';
import type { DeliveryTransitions } from './delivery-transitions.ts';
import type { AcceptedCommand, TrackedDelivery } from './tracked-delivery.ts';

/** Ends what could not be sent by the deadline of its command (docs/rules.md#deadlines). */
export type CommandDeadlines = {
  watch: (command: AcceptedCommand) => void;
  /** Cancels every deadline: from then on nothing ends by one. */
  stop: () => void;
};

export function createCommandDeadlines({
  transitions,
  clock,
}: {
  transitions: Pick<DeliveryTransitions, 'fail'>;
  clock: Clock;
}): CommandDeadlines {
  const timers = new Set<NodeJS.Timeout>();

  /** The former process may have handed it over: then a late report may still be its confirmation. */
  const failUnsent = (delivery: TrackedDelivery) => {
    if (delivery.interrupted) transitions.fail(delivery, 'scaduto', INTERRUPTED);
    else transitions.fail(delivery, 'fallito', NOT_SENT_IN_TIME);
  };

  /** What was not handed over by the deadline never will be; what waited for a device to come back waits no longer. */
  const atDeadline = (delivery: TrackedDelivery) => {
    if (!isUnderWay(delivery.state)) return;
    if (delivery.handedOverAt === null) failUnsent(delivery);
    else if (delivery.sentBeforeDeviceSeen) transitions.fail(delivery, 'scaduto', DEVICE_NOT_HEARD);
  };

  return {
    watch: (command) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void inSlices(command.deliveries, (some) => some.forEach(atDeadline));
      }, command.deadlineAt - clock.now());
      timers.add(timer);
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
