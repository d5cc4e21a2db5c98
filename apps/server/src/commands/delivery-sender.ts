import type { BrokerLink, LinkStatus, OutputMessage, PublishOutcome } from '../broker/broker-link.port.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { failPoint } from '../platform/fail-point.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/**
 * Hands the messages of a delivery to the broker in order, each after the answer of the broker to the one before. A
 * message waits while there is no link, and is sent again when it was lost with the link. `mayStillSend` is called
 * just before. Resolves when there is no more to do.
 */
export type SendDelivery = (delivery: TrackedDelivery) => Promise<void>;

export function createDeliverySender(options: {
  link: Pick<BrokerLink, 'publish'>;
  linkStatuses: EventChannel<LinkStatus>;
  mayStillSend: (delivery: TrackedDelivery) => boolean;
  /** Called as the first message of a delivery is handed over. */
  handedOver: (delivery: TrackedDelivery) => void;
  /** All messages are handed over. */
  sent: (delivery: TrackedDelivery) => void;
  /** The broker let it down, for a reason in Italian. */
  failed: (delivery: TrackedDelivery, reason: string) => void;
}): SendDelivery {
  const { link, mayStillSend, failed } = options;
  const linkReturns = createSignal();
  options.linkStatuses.subscribe(({ connected }) => {
    if (connected) linkReturns.fire();
  });

  const publish = async (delivery: TrackedDelivery, message: OutputMessage): Promise<PublishOutcome> => {
    for (;;) {
      // From before: while it waits for its turn on one connection, the link may already be on the next.
      const linkIsBack = linkReturns.next();
      const outcome = await link.publish(message, () => {
        if (!mayStillSend(delivery)) return false;
        if (delivery.handedOverAt === null) options.handedOver(delivery);
        return true;
      });
      // It may or may not be lost. Writing a lamp twice changes nothing; without the other messages the signal would
      // show two lamps.
      const isDone = outcome !== 'withheld' && outcome !== 'unknown';
      if (isDone || !mayStillSend(delivery)) return outcome;
      await linkIsBack;
    }
  };

  /** True when the next message may follow; otherwise the delivery has failed, or waits. */
  const mayGoOn = (delivery: TrackedDelivery, outcome: PublishOutcome): boolean => {
    switch (outcome) {
      case 'acknowledged':
        failPoint('after-acknowledgement');
        return true;
      case 'unknown':
      case 'withheld':
        // Whether the new lamp is on is not known: the others stay as they are, or the signal could go dark.
        return false;
      case 'no-listener':
        // A delivery that waits for its device is sent again when the device comes back.
        if (!delivery.sentBeforeDeviceSeen) failed(delivery, 'Il dispositivo non è collegato al broker');
        return false;
      case 'rejected':
        failed(delivery, 'Il broker ha rifiutato il comando');
        return false;
    }
  };

  return async (delivery) => {
    for (const message of delivery.messages) {
      if (!mayGoOn(delivery, await publish(delivery, message))) return;
    }
    options.sent(delivery);
  };
}

/** Something that many wait for and that happens again and again. */
function createSignal(): { next: () => Promise<void>; fire: () => void } {
  let waiting: Promise<void> | undefined;
  let wake: () => void = () => {};
  return {
    next: () => {
      waiting ??= new Promise((resolve) => {
        wake = resolve;
      });
      return waiting;
    },
    fire: () => {
      waiting = undefined;
      wake();
    },
  };
}
