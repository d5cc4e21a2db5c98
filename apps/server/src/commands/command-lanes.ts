import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import {
  type Delivery,
  isBeingWritten,
  isUnsent,
  stateOfDelivery,
} from '@semaforo/contract/domain/device/delivery';
import { DEVICE_CHANGED } from '@semaforo/contract/domain/device/delivery-reasons';
import type { DeliveryEvent } from '@semaforo/contract/domain/device/step-delivery';
import type { DeviceReport } from '@semaforo/contract/domain/device/step-device';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { BrokerLink, LinkStatus } from '../broker/broker-link.port.ts';
import { type DeviceOwnership, SOLE_OWNER } from '../cluster/cluster.port.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import { type KnownDevice, stillThere } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import { createCommandsUnderWay } from './commands-under-way.ts';
import { createDeliveryRunner } from './delivery-runner.ts';
import type { DeliveryTrail } from './delivery-trail.ts';
import { createDesiredByCommands } from './desired-by-commands.ts';
import { createSendingPace } from './sending-pace.ts';
import type { SendingRate } from './sending-rate.ts';
import { type AcceptedCommand, isLarge, type TrackedDelivery } from './tracked-delivery.ts';

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
  settle: (device: KnownDevice, message: DeviceMessage, kind: DeviceReport['kind']) => void;
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
  ownership?: Pick<DeviceOwnership, 'mayPublish' | 'onWay' | 'gained'>;
  confirmMs: number;
  clock: Clock;
}): CommandLanes {
  const { states, progress, ownership = SOLE_OWNER } = options;
  /** Of each device the last delivery accepted, also once it has ended. */
  const lanes = new Map<number, TrackedDelivery>();
  const desired = createDesiredByCommands(states);
  const commands = createCommandsUnderWay();

  /** The device has what follows from the end of its delivery. */
  const settleDevice = (delivery: TrackedDelivery) => {
    const { device, state } = delivery;
    // What never came to be sent was commanded all the same: where another server had the lane, or many waited.
    if (state === 'fallito' || state === 'scaduto') desired.setOnce(delivery);
    // While it is pending still: else the device would seem out of sync for a moment.
    if (state === 'annullato') desired.takeBack(delivery);
    // Here a newer command would hold the lane: it was another server that accepted one.
    if (state === 'superato') states.apply(device, { kind: 'ownership-lost' });
    else states.apply(device, { kind: 'settled' });
  };
  /** A step has changed how the delivery stands: that is told, and an error is one of its device. */
  const stateChanged = (delivery: TrackedDelivery) => {
    const { device, machine, state, reason } = delivery;
    if (lanes.get(device.id) === delivery && !isUnderWay(state)) settleDevice(delivery);
    progress.publish(delivery);
    if (isFaultOfDevice(machine)) states.apply(device, { kind: 'failed', reason: reason ?? '' });
  };
  const stepped = (delivery: TrackedDelivery, former: Delivery) => {
    const { command, machine, state } = delivery;
    if (isBeingWritten(former) && !isBeingWritten(machine)) pace.written(delivery);
    if (command.isLetGo) return;
    if (state !== stateOfDelivery(former)) return stateChanged(delivery);
    // Confirmed before the last message: that it is whole now is news, too.
    if (state === 'confermato' && machine.isWhole !== former.isWhole) progress.publish(delivery);
  };

  const runner = createDeliveryRunner({
    ...options,
    handedOver: (delivery) => {
      if (isLarge(delivery.command)) desired.set(delivery);
      else if (isUnderWay(delivery.state)) desired.setOnce(delivery);
      options.rate.handedOver(delivery);
    },
    published: options.trail?.published,
    stepped,
    requestTurn: (delivery) => pace.add(delivery.command, [delivery]),
  });
  const pace = createSendingPace({ begin: (delivery) => runner.step(delivery, { type: 'turn' }) });
  progress.subscribe((delivery) => {
    if (!isUnderWay(delivery.state)) pace.ended(delivery);
  });
  const stepAll = (event: DeliveryEvent) => runner.stepMany([...lanes.values()], event);
  options.linkStatuses.subscribe(({ connected }) => {
    if (connected) runner.mayGoOn();
    stepAll({ type: connected ? 'link-up' : 'link-down' });
  });
  ownership.gained.subscribe(() => {
    runner.mayGoOn();
    stepAll({ type: 'ownership-gained' });
  });

  const enterLane = (delivery: TrackedDelivery) => {
    const former = lanes.get(delivery.device.id);
    // Of a large command the devices enter one after the other, and a newer command may have come between.
    if (former && former.id > delivery.id) return runner.step(delivery, { type: 'superseded' });
    lanes.set(delivery.device.id, delivery);
    if (former) runner.step(former, { type: 'superseded' });
    if (!stillThere(delivery.device, options.findDevice)) {
      return runner.step(delivery, { type: 'abandoned', reason: DEVICE_CHANGED });
    }
    runner.step(delivery, { type: 'accepted', linkUp: options.link.status().connected });
    // Of a large command when its turn has come: a page would hear of all devices at once. And once the lane is ours:
    // until then what is stored of the device is written by the server that has it.
    const isOurs = ownership.mayPublish(delivery.device.id);
    if (isUnderWay(delivery.state) && isOurs && !isLarge(delivery.command)) desired.set(delivery);
    return undefined;
  };

  const listUnderWay = () => [...lanes.values()].filter(({ state }) => isUnderWay(state));
  return {
    accept: (command) => {
      commands.add(command);
      void runInChunks(command.deliveries, (some) => {
        if (command.isLetGo) return;
        for (const delivery of some) {
          enterLane(delivery);
          progress.publish(delivery);
        }
        pace.add(command, some);
      });
    },
    listUnsent: (commandId) =>
      commands.find(commandId)?.deliveries.filter(({ machine }) => isUnsent(machine)) ?? [],
    withdraw: (deliveries, reason) => runner.stepMany(deliveries, { type: 'withdrawn', reason }),
    remember: (delivery) => void lanes.set(delivery.device.id, delivery),
    isUnderWay: (deviceId) => {
      const delivery = lanes.get(deviceId);
      return delivery !== undefined && isUnderWay(delivery.state);
    },
    listUnderWay,
    supersede: (delivery) => runner.step(delivery, { type: 'superseded' }),
    settle: (device, message, kind) => {
      const delivery = lanes.get(device.id);
      if (!delivery) return;
      if (kind === 'report') options.trail?.reported(delivery, message);
      // A last will is the broker's word.
      if (message.retained || kind === 'offline') return;
      const { channel, payload } = message;
      if (kind === 'report') runner.step(delivery, { type: 'reported', channel, payload });
      runner.step(delivery, { type: 'heard' });
    },
    abandon: (deviceId, reason) => {
      const delivery = lanes.get(deviceId);
      lanes.delete(deviceId);
      if (delivery) runner.step(delivery, { type: 'abandoned', reason });
    },
    letGo: () => {
      // What has ended before stays desired: nobody else sets that.
      const underWay = listUnderWay();
      lanes.clear();
      for (const command of commands.list()) {
        command.isLetGo = true;
        runner.stepMany(command.deliveries, { type: 'ownership-lost' });
      }
      for (const { device } of underWay) states.apply(device, { kind: 'ownership-lost' });
    },
    stop: () => {
      runner.stop();
      pace.stop();
    },
  };
}

function isFaultOfDevice({ result }: Delivery): boolean {
  return 'isDeviceAtFault' in result && result.isDeviceAtFault;
}
