import type { BrokerLink, LinkStatus, PublishOutcome } from '../broker/broker-link.port.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { failPoint } from '../platform/fail-point.ts';
import { createSignal } from '../platform/signal.ts';
import type { CommandMessage } from './command-topic.ts';
import type { SharedLanes } from './terms/shared-lanes.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/**
 * Hands the messages of a delivery to the broker: first the new lamp, then, once the broker has answered, the others
 * together (docs/rules.md#order-of-writes). A message waits while there is no link, and is sent again when it was lost
 * with the link. `mayStillSend` is called just before. Resolves when there is no more to do, and never rejects.
 */
export type DeliverySender = {
  send: (delivery: TrackedDelivery) => Promise<void>;
  /** Hands over some of the messages of a delivery once more. */
  sendAgain: (delivery: TrackedDelivery, messages: readonly CommandMessage[]) => Promise<void>;
};

export function createDeliverySender(options: {
  link: Pick<BrokerLink, 'publish'>;
  linkStatuses: EventChannel<LinkStatus>;
  mayStillSend: (delivery: TrackedDelivery) => boolean;
  /** Which devices this server may command, where several work as one. */
  shared?: Pick<SharedLanes, 'mayPublish' | 'onWay' | 'regained'> | undefined;
  /** Called as the first message of a delivery is handed over. */
  handedOver: (delivery: TrackedDelivery) => void;
  /** What became of each message that was handed over. */
  published?:
    | ((delivery: TrackedDelivery, message: CommandMessage, outcome: PublishOutcome) => void)
    | undefined;
  /** All messages are handed over. */
  sent: (delivery: TrackedDelivery) => void;
  /** The broker let it down, for a reason in Italian. */
  failed: (delivery: TrackedDelivery, reason: string) => void;
}): DeliverySender {
  const { link, mayStillSend, failed, shared } = options;
  /** The link is back, or the lane of a device is ours. */
  const mayGoOnNow = createSignal();
  options.linkStatuses.subscribe(({ connected }) => {
    if (connected) mayGoOnNow.fire();
  });
  shared?.regained.subscribe(mayGoOnNow.fire);

  const publish = async (delivery: TrackedDelivery, message: CommandMessage): Promise<PublishOutcome> => {
    for (;;) {
      // From before: while it waits for its turn on one connection, the link may already be on the next.
      const goesOn = mayGoOnNow.next();
      const publishing = link.publish(message, {
        isStillWanted: () => {
          if (!mayStillSend(delivery) || shared?.mayPublish(delivery.device.id) === false) return false;
          if (delivery.handedOverAt === null) options.handedOver(delivery);
          return true;
        },
        acknowledged: () => delivery.acknowledged.add(message.write.channel),
        expiresAt: delivery.deadlineAt,
      });
      shared?.onWay(delivery.device.id, publishing);
      const outcome = await publishing;
      options.published?.(delivery, message, outcome);
      // It may or may not be lost. Writing a lamp twice changes nothing; without the other messages the signal would
      // show two lamps.
      const isDone = outcome !== 'withheld' && outcome !== 'unknown';
      if (isDone || !mayStillSend(delivery)) return outcome;
      await goesOn;
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

  const sendTogether = async (delivery: TrackedDelivery, messages: readonly CommandMessage[]) => {
    const mayAllGoOn = await Promise.all(
      messages.map(async (message) => mayGoOn(delivery, await publish(delivery, message))),
    );
    return !mayAllGoOn.includes(false);
  };

  return {
    send: async (delivery) => {
      const isOn = ({ write }: CommandMessage) => write.payload === '1';
      if (!(await sendTogether(delivery, delivery.messages.filter(isOn)))) return;
      const off = delivery.messages.filter((message) => !isOn(message));
      if (await sendTogether(delivery, off)) options.sent(delivery);
    },
    sendAgain: async (delivery, messages) => void (await sendTogether(delivery, messages)),
  };
}
