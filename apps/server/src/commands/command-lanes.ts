import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { BrokerLink, LinkStatus } from '../broker/broker-link.port.ts';
import type { Heard } from '../devices/apply-device-message.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { createCommandDeadlines } from './command-deadlines.ts';
import { createDeliveryConfirmation } from './delivery-confirmation.ts';
import { SUPERSEDED } from './delivery-reasons.ts';
import { createDeliverySender } from './delivery-sender.ts';
import { createDeliveryTransitions } from './delivery-transitions.ts';
import { createDeviceLanes } from './device-lanes.ts';
import { createFormerLamps } from './former-lamps.ts';
import type { AcceptedCommand, TrackedDelivery } from './tracked-delivery.ts';

/**
 * One lane per device. The last accepted command wins, sequences never interleave, and only a report of the device
 * confirms.
 */
export type CommandLanes = {
  /** Sends an accepted command, each device in its own lane; what was under way there is superseded. */
  accept: (command: AcceptedCommand) => void;
  /**
   * Takes back a delivery that an earlier process left unfinished and that has ended since. A late confirmation may
   * still upgrade it.
   */
  remember: (delivery: TrackedDelivery) => void;
  isUnderWay: (deviceId: number) => boolean;
  listUnderWay: () => TrackedDelivery[];
  /** Ends a delivery because a newer one, of another server, was accepted for its device. */
  supersede: (delivery: TrackedDelivery) => void;
  /**
   * Settles what a live or retained message of the device confirms. A device that was away gets its command once
   * more.
   */
  settle: (device: KnownDevice, message: DeviceMessage, kind: Heard['kind']) => void;
  /** Ends the lane of a device that is deleted or becomes another, or whose last command was never sent. */
  abandon: (deviceId: number, reason: string) => void;
  stop: () => void;
};

export function createCommandLanes(options: {
  link: Pick<BrokerLink, 'publish' | 'status'>;
  linkStatuses: EventChannel<LinkStatus>;
  states: DeviceStates;
  /** Told of every change of a delivery's state. */
  progress: EventChannel<TrackedDelivery>;
  confirmMs: number;
  clock: Clock;
}): CommandLanes {
  const { states, progress, clock } = options;
  const lanes = createDeviceLanes();
  const transitions = createDeliveryTransitions({ ...options, lanes });
  const confirmation = createDeliveryConfirmation({ ...options, transitions });
  const deadlines = createCommandDeadlines({ clock, transitions });

  const mayStillSend = (delivery: TrackedDelivery) =>
    lanes.holds(delivery) &&
    (isUnderWay(delivery.state) || delivery.state === 'confermato') &&
    clock.now() < delivery.command.deadlineAt;

  const sender = createDeliverySender({
    ...options,
    mayStillSend,
    handedOver: confirmation.begin,
    sent: (delivery) => {
      delivery.isWritten = true;
      formerLamps.watch(delivery);
      // Confirmed before the last message: that it is whole now is news, too.
      if (!transitions.advance(delivery, 'inviato', null) && delivery.state === 'confermato') {
        progress.publish(delivery);
      }
    },
    failed: (delivery, reason) => transitions.fail(delivery, 'fallito', reason),
  });

  const formerLamps = createFormerLamps({
    states,
    sendAgain: (delivery, messages) => {
      if (mayStillSend(delivery)) void sender.sendAgain(delivery, messages);
    },
  });
  options.linkStatuses.subscribe(({ connected }) => {
    if (!connected) for (const delivery of lanes.listUnderWay()) delivery.linkBroke = true;
  });

  /** No one waits for it: it never rejects, and what does not arrive ends by its window or its deadline. */
  const beginToSend = (delivery: TrackedDelivery) => void sender.send(delivery);

  const enterLane = (delivery: TrackedDelivery) => {
    const former = lanes.enter(delivery);
    if (former && isUnderWay(former.state)) transitions.advance(former, 'superato', SUPERSEDED);
    if (!isUnderWay(delivery.state)) return;
    const { createdAt: at, username: by } = delivery.command;
    states.ask(delivery.device, { value: delivery.value, at, by });
  };

  return {
    accept: (command) => {
      for (const delivery of command.deliveries) {
        enterLane(delivery);
        progress.publish(delivery);
      }
      deadlines.watch(command);
      command.deliveries.forEach(beginToSend);
    },
    remember: (delivery) => void lanes.enter(delivery),
    isUnderWay: lanes.isUnderWay,
    listUnderWay: lanes.listUnderWay,
    supersede: (delivery) => {
      if (isUnderWay(delivery.state)) transitions.advance(delivery, 'superato', SUPERSEDED);
    },
    settle: (device, message, kind) => {
      const delivery = lanes.find(device.id);
      if (!delivery || !mayHaveReached(delivery)) return;
      if (kind === 'report') confirmation.report(delivery, device, message);
      const isToBeTold = isUnderWay(delivery.state) || delivery.interrupted;
      if (delivery.sentBeforeDeviceSeen && !message.retained && isToBeTold && mayStillSend(delivery)) {
        confirmation.deviceHeard(delivery);
        // The device was coming back when the command was sent, and may have missed it; one that answers has not.
        if (!delivery.answered) beginToSend(delivery);
      }
    },
    abandon: (deviceId, reason) => {
      const delivery = lanes.leave(deviceId);
      if (delivery && isUnderWay(delivery.state)) transitions.advance(delivery, 'fallito', reason);
    },
    stop: () => {
      confirmation.stop();
      formerLamps.stop();
      deadlines.stop();
    },
  };
}

function mayHaveReached(delivery: TrackedDelivery): boolean {
  return delivery.handedOverAt !== null || (delivery.interrupted && !isUnderWay(delivery.state));
}
