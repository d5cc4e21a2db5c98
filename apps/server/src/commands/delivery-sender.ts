import type { BrokerLink, LinkStatus, PublishOutcome } from '../broker/broker-link.port.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { createExpiringMap } from '../platform/expiring-map.ts';
import { failPoint } from '../platform/fail-point.ts';
import { createSignal } from '../platform/signal.ts';
import type { CommandMessage } from './command-topic.ts';
import type { SharedLanes } from './terms/shared-lanes.ts';
import type { Missed, TrackedDelivery } from './tracked-delivery.ts';

/** Long enough for a device to connect, and short enough for several times within a window. */
const AGAIN_AFTER_MS = 1000;

/**
 * Hands the messages of a delivery to the broker: first the new lamp; the others together, once the broker has handed
 * that on to a subscriber or the device has answered it (docs/rules.md#order-of-writes). A message waits while there is
 * no link, and is sent again when it was lost with the link. What reached nobody, as far as the broker tells, is sent
 * again every second. `mayStillSend` is called just before each.
 */
export type DeliverySender = {
  /** Resolves when there is no more to do for now; never rejects. */
  send: (delivery: TrackedDelivery) => Promise<void>;
  /** The device was heard: if something waits for that, it is done now. */
  deviceHeard: (delivery: TrackedDelivery) => void;
  /** Hands over some of the messages of a delivery once more. */
  sendAgain: (delivery: TrackedDelivery, messages: readonly CommandMessage[]) => Promise<void>;
  stop: () => void;
};

/** What became of messages: nobody is there for one of them, or nobody knows; or it is over. */
type Handed = 'on' | 'to nobody' | 'to nobody knows' | 'over';
const GRAVEST: readonly Handed[] = ['over', 'to nobody', 'to nobody knows'];

/** A delivery is sent again when its time has come; a word of its device may end that sooner. */
type Wait = { endsByWord: () => boolean; goOn: () => void };

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
  /** Whether nobody listened to what was handed over; null: somebody did. */
  missed: (delivery: TrackedDelivery, missed: Missed | null) => void;
  /** Begins to send a delivery again, when its turn has come. */
  again: (delivery: TrackedDelivery) => void;
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

  const handedBy = (delivery: TrackedDelivery, outcome: PublishOutcome): Handed => {
    switch (outcome) {
      case 'acknowledged':
        failPoint('after-acknowledgement');
        return 'on';
      case 'listener-unknown':
        failPoint('after-acknowledgement');
        return 'to nobody knows';
      case 'no-listener':
        return 'to nobody';
      case 'unknown':
      case 'withheld':
        // Whether the new lamp is on is not known: the others stay as they are, or the signal could go dark.
        return 'over';
      case 'rejected':
        failed(delivery, 'Il broker ha rifiutato il comando');
        return 'over';
    }
  };

  const sendTogether = async (
    delivery: TrackedDelivery,
    messages: readonly CommandMessage[],
  ): Promise<Handed> => {
    const handed = await Promise.all(
      messages.map(async (message) => handedBy(delivery, await publish(delivery, message))),
    );
    return GRAVEST.find((one) => handed.includes(one)) ?? 'on';
  };

  const waiting = createExpiringMap<TrackedDelivery, Wait>({
    afterMs: AGAIN_AFTER_MS,
    expired: (delivery) => {
      if (mayStillSend(delivery)) options.again(delivery);
    },
  });
  const sendLater = (delivery: TrackedDelivery, missed: Missed, wait: Wait) => {
    options.missed(delivery, missed);
    waiting.set(delivery, wait);
  };
  const untilAgain = (delivery: TrackedDelivery): Wait => ({
    endsByWord: () => true,
    goOn: () => options.again(delivery),
  });
  /** Any other word of the device does not say that the new lamp is lit. */
  const untilAnswered = (delivery: TrackedDelivery): Wait => ({
    endsByWord: () => delivery.answered,
    goOn: () => void sendOthers(delivery),
  });

  const send = async (delivery: TrackedDelivery): Promise<void> => {
    waiting.delete(delivery);
    const isOn = ({ write }: CommandMessage) => write.payload === '1';
    const on = await sendTogether(delivery, delivery.messages.filter(isOn));
    if (on === 'over') return;
    const isUnanswered = on === 'to nobody knows' && !delivery.answered;
    if (on === 'to nobody') sendLater(delivery, 'surely', untilAgain(delivery));
    else if (isUnanswered) sendLater(delivery, 'maybe', untilAnswered(delivery));
    else await sendOthers(delivery);
  };

  /** A device that went before it was told to put them out may come back dark: it is told everything again. */
  const sendOthers = async (delivery: TrackedDelivery): Promise<void> => {
    const off = await sendTogether(
      delivery,
      delivery.messages.filter(({ write }) => write.payload !== '1'),
    );
    if (off === 'over') return;
    if (off === 'to nobody') return sendLater(delivery, 'surely', untilAgain(delivery));
    options.missed(delivery, null);
    options.sent(delivery);
  };

  return {
    send,
    deviceHeard: (delivery) => {
      const wait = waiting.get(delivery);
      if (!wait?.endsByWord()) return;
      waiting.delete(delivery);
      wait.goOn();
    },
    sendAgain: async (delivery, messages) => void (await sendTogether(delivery, messages)),
    stop: waiting.stop,
  };
}
