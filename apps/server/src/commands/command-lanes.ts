import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { BrokerLink, LinkStatus } from '../broker/broker-link.port.ts';
import type { Heard } from '../devices/apply-device-message.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import { type KnownDevice, stillThere } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { inSlices } from '../platform/in-slices.ts';
import { createCommandDeadlines } from './command-deadlines.ts';
import { createCommandsUnderWay } from './commands-under-way.ts';
import { createDeliveryConfirmation } from './delivery-confirmation.ts';
import { DEVICE_CHANGED, SUPERSEDED, TAKEN_OVER } from './delivery-reasons.ts';
import { createDeliverySender } from './delivery-sender.ts';
import type { DeliveryTrail } from './delivery-trail.ts';
import { createDeliveryTransitions } from './delivery-transitions.ts';
import { createDesiredByCommands } from './desired-by-commands.ts';
import { createDeviceLanes } from './device-lanes.ts';
import { createFormerLamps } from './former-lamps.ts';
import { createSendingPace } from './sending-pace.ts';
import type { SendingRate } from './sending-rate.ts';
import type { SharedLanes } from './terms/shared-lanes.ts';
import {
  type AcceptedCommand,
  isLarge,
  isUnsent,
  letCommandGo,
  mayHaveReached,
  type TrackedDelivery,
} from './tracked-delivery.ts';

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
  /** The deliveries of a command that is under way here of which nothing was handed over yet. */
  listUnsent: (commandId: number) => TrackedDelivery[];
  /** Ends deliveries of which nothing was handed over, because a person stopped their command. */
  withdraw: (deliveries: readonly TrackedDelivery[], reason: string) => void;
  /** Forgets what is under way: another server goes on with it. */
  letGo: () => void;
  stop: () => void;
};

export function createCommandLanes(options: {
  link: Pick<BrokerLink, 'publish' | 'status'>;
  linkStatuses: EventChannel<LinkStatus>;
  states: DeviceStates;
  /** Told of every change of a delivery's state. */
  progress: EventChannel<TrackedDelivery>;
  findDevice: (id: number) => KnownDevice | undefined;
  rate: Pick<SendingRate, 'handedOver'>;
  /** What is written of each delivery on its way; nothing without it. */
  trail?: DeliveryTrail | undefined;
  /** Which devices this server may command, where several work as one. */
  shared?: SharedLanes | undefined;
  confirmMs: number;
  clock: Clock;
}): CommandLanes {
  const { states, progress, shared, clock } = options;
  const lanes = createDeviceLanes();
  const desired = createDesiredByCommands(states);
  const transitions = createDeliveryTransitions({ ...options, lanes, desired });
  const confirmation = createDeliveryConfirmation({ ...options, transitions });
  const deadlines = createCommandDeadlines({ clock, transitions });
  const commands = createCommandsUnderWay();

  /** What has ended may go on for a device that comes back, or answers, between the window and the deadline. */
  const mayGoOn = ({ state, missed, answered }: TrackedDelivery) =>
    isUnderWay(state) || state === 'confermato' || (state !== 'superato' && (missed !== null || answered));
  const mayStillSend = (delivery: TrackedDelivery) =>
    lanes.holds(delivery) && mayGoOn(delivery) && !delivery.isStopped && clock.now() < delivery.deadlineAt;

  const sender = createDeliverySender({
    ...options,
    mayStillSend,
    handedOver: (delivery) => {
      if (isLarge(delivery.command)) desired.set(delivery);
      else if (isUnderWay(delivery.state)) desired.setOnce(delivery);
      confirmation.begin(delivery);
      options.rate.handedOver(delivery);
    },
    sent: (delivery) => {
      delivery.isWritten = true;
      formerLamps.watch(delivery);
      // Confirmed before the last message: that it is whole now is news, too.
      if (!transitions.advance(delivery, 'inviato', null) && delivery.state === 'confermato') {
        progress.publish(delivery);
      }
    },
    published: options.trail?.published,
    missed: confirmation.missed,
    again: (delivery) => pace.add(delivery.command, [delivery]),
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
  const pace = createSendingPace({ send: sender.send, isWanted: mayStillSend });
  progress.subscribe((delivery) => {
    if (!isUnderWay(delivery.state)) pace.ended(delivery);
  });

  const enterLane = (delivery: TrackedDelivery) => {
    const newer = lanes.find(delivery.device.id);
    // Of a large command the devices enter one after the other, and a newer command may have come between.
    if (newer && newer.id > delivery.id) return transitions.advance(delivery, 'superato', SUPERSEDED);
    const former = lanes.enter(delivery);
    if (former && isUnderWay(former.state)) transitions.advance(former, 'superato', SUPERSEDED);
    if (!stillThere(delivery.device, options.findDevice)) {
      return transitions.advance(delivery, 'fallito', DEVICE_CHANGED);
    }
    // Of a large command when its turn has come: a page would hear of all devices at once. And once the lane is ours:
    // until then what is stored of the device is written by the server that has it.
    const isOurs = shared?.mayPublish(delivery.device.id) !== false;
    if (isUnderWay(delivery.state) && isOurs && !isLarge(delivery.command)) desired.set(delivery);
    return undefined;
  };

  return {
    accept: (command) => {
      deadlines.watch(command);
      commands.add(command);
      void inSlices(command.deliveries, (some) => {
        if (command.isLetGo) return;
        for (const delivery of some) {
          enterLane(delivery);
          progress.publish(delivery);
        }
        pace.add(command, some);
      });
    },
    listUnsent: (commandId) => commands.find(commandId)?.deliveries.filter(isUnsent) ?? [],
    withdraw: (deliveries, reason) => {
      for (const delivery of deliveries) delivery.isStopped = true;
      void inSlices(deliveries, (some) => {
        for (const delivery of some) if (isUnsent(delivery)) transitions.withdraw(delivery, reason);
      });
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
      if (kind === 'report') {
        options.trail?.reported(delivery, message);
        confirmation.report(delivery, device, message);
      }
      // A last will is the broker's word.
      if (message.retained || kind === 'offline' || !mayStillSend(delivery)) return;
      if (delivery.sentBeforeDeviceSeen && (isUnderWay(delivery.state) || delivery.interrupted)) {
        confirmation.deviceHeard(delivery);
        // The device was coming back when the command was sent, and may have missed it; one that answers has not.
        if (!delivery.answered) return beginToSend(delivery);
      }
      sender.deviceHeard(delivery);
    },
    abandon: (deviceId, reason) => {
      const delivery = lanes.leave(deviceId);
      if (delivery && isUnderWay(delivery.state)) transitions.advance(delivery, 'fallito', reason);
    },
    letGo: () => {
      // What has ended before stays desired: nobody else sets that.
      const underWay = lanes.listUnderWay();
      lanes.clear();
      for (const command of commands.list()) letCommandGo(command, TAKEN_OVER);
      for (const { device } of underWay) states.yieldDesired(device);
    },
    stop: () => {
      confirmation.stop();
      sender.stop();
      formerLamps.stop();
      deadlines.stop();
      pace.stop();
    },
  };
}
