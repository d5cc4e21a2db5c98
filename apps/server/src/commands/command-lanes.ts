import { confirmsCommand } from '@semaforo/contract/domain/confirmation';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { secondsInWords } from '@semaforo/contract/domain/italian';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { BrokerLink, LinkStatus } from '../broker/broker-link.port.ts';
import type { Heard } from '../devices/apply-device-message.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { createDeliverySender } from './delivery-sender.ts';
import { createExpiryQueue } from './expiry-queue.ts';
import { type AcceptedCommand, advance, type TrackedDelivery } from './tracked-delivery.ts';

/** How long after its command a confirmation still upgrades `scaduto`; later the lamp was lit by something else. */
const LATE_CONFIRMATION_MS = 600_000;

export const SUPERSEDED = 'Superato da un comando più recente';
export const DEVICE_CHANGED = 'Il dispositivo è stato cambiato o eliminato';
export const INTERRUPTED = 'Interrotto dal riavvio del server, esito non confermato';
const BROKER_UNREACHABLE = 'Broker non raggiungibile';

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
  /** Ends the lane of a device that is deleted or becomes another. */
  abandon: (deviceId: number, reason: string) => void;
  stop: () => void;
};

export function createCommandLanes(options: {
  link: BrokerLink;
  linkStatuses: EventChannel<LinkStatus>;
  states: DeviceStates;
  /** Told of every change of a delivery's state. */
  progress: EventChannel<TrackedDelivery>;
  confirmMs: number;
  clock: Clock;
}): CommandLanes {
  const { link, states, progress, clock } = options;
  const lanes = new Map<number, TrackedDelivery>();
  const deadlines = new Set<NodeJS.Timeout>();

  const unconfirmed = createExpiryQueue<TrackedDelivery>({
    afterMs: options.confirmMs,
    expired: (delivery) => {
      if (isUnderWay(delivery.state)) miss(delivery, 'scaduto', notConfirmedWithin(options.confirmMs));
    },
  });

  /** False when the delivery had ended otherwise before: then nothing changes. */
  const end = (
    delivery: TrackedDelivery,
    state: TrackedDelivery['state'],
    reason: string | null,
  ): boolean => {
    if (!advance(delivery, state, reason)) return false;
    progress.publish(delivery);
    if (lanes.get(delivery.device.id) === delivery && !isUnderWay(state)) {
      states.setPending(delivery.device, null);
    }
    return true;
  };

  /**
   * A command that failed sets the error of its device. Not while the broker is down: that is one alarm of its own.
   */
  const miss = (delivery: TrackedDelivery, state: 'fallito' | 'scaduto', reason: string) => {
    const brokerDown = !link.status().connected;
    const ended = end(delivery, state, brokerDown ? BROKER_UNREACHABLE : reason);
    if (ended && !brokerDown) states.fail(delivery.device, reason);
  };

  const mayStillSend = (delivery: TrackedDelivery) =>
    lanes.get(delivery.device.id) === delivery &&
    (isUnderWay(delivery.state) || delivery.state === 'confermato') &&
    clock.now() < delivery.command.deadlineAt;

  /**
   * From here a report may confirm it, and the confirmation window runs. When the command waits for its device, the
   * window runs only once the device was heard.
   */
  const noteHandOver = (delivery: TrackedDelivery) => {
    delivery.handedOverAt = clock.now();
    delivery.sentBeforeDeviceSeen = delivery.command.waitsForDevice && !states.isHeard(delivery.device.id);
    if (!delivery.sentBeforeDeviceSeen) unconfirmed.add(delivery);
  };

  const send = createDeliverySender({
    link,
    linkStatuses: options.linkStatuses,
    mayStillSend,
    handedOver: noteHandOver,
    sent: (delivery) => {
      delivery.isWritten = true;
      // Confirmed before the last message: that it is whole now is news, too.
      if (!end(delivery, 'inviato', null) && delivery.state === 'confermato') progress.publish(delivery);
    },
    failed: (delivery, reason) => miss(delivery, 'fallito', reason),
  });

  /** The former process may have handed it over: then a late report may still be its confirmation. */
  const missUnsent = (delivery: TrackedDelivery) =>
    delivery.interrupted
      ? miss(delivery, 'scaduto', INTERRUPTED)
      : miss(delivery, 'fallito', 'Comando non inviato in tempo');

  /** What was not handed over by the deadline never will be; what waited for a device to come back waits no longer. */
  const atDeadline = (command: AcceptedCommand) => {
    for (const delivery of command.deliveries) {
      if (!isUnderWay(delivery.state)) continue;
      if (delivery.handedOverAt === null) missUnsent(delivery);
      else if (delivery.sentBeforeDeviceSeen)
        miss(delivery, 'scaduto', 'Il dispositivo non si è fatto sentire');
    }
  };

  /**
   * The device was coming back when the command was sent and may have missed it, so it gets the command once more.
   */
  const sendAgain = (delivery: TrackedDelivery) => {
    delivery.sentBeforeDeviceSeen = false;
    unconfirmed.add(delivery);
    void send(delivery);
  };

  const enterLane = (delivery: TrackedDelivery) => {
    const former = lanes.get(delivery.device.id);
    lanes.set(delivery.device.id, delivery);
    if (former && isUnderWay(former.state)) end(former, 'superato', SUPERSEDED);
    states.setPending(delivery.device, isUnderWay(delivery.state) ? delivery.value : null);
  };

  const mayHaveReached = (delivery: TrackedDelivery) =>
    delivery.handedOverAt !== null || (delivery.interrupted && !isUnderWay(delivery.state));

  const confirm = (delivery: TrackedDelivery, device: KnownDevice, message: DeviceMessage) => {
    if (message.payload === '0') delivery.channelsOff.add(message.channel);
    const isLate = clock.now() - delivery.command.createdAt > LATE_CONFIRMATION_MS;
    const heard = { message, shownAfter: states.of(device.id).status, channelsOff: delivery.channelsOff };
    const key = { type: device.type, key: device.topic };
    if (!isLate && confirmsCommand(key, delivery.value, heard)) {
      end(delivery, 'confermato', null);
    }
  };

  return {
    accept: (command) => {
      for (const delivery of command.deliveries) {
        enterLane(delivery);
        progress.publish(delivery);
      }
      const timer = setTimeout(() => {
        deadlines.delete(timer);
        atDeadline(command);
      }, command.deadlineAt - clock.now());
      deadlines.add(timer);
      for (const delivery of command.deliveries) void send(delivery);
    },
    remember: (delivery) => {
      lanes.set(delivery.device.id, delivery);
    },
    isUnderWay: (deviceId) => {
      const delivery = lanes.get(deviceId);
      return delivery !== undefined && isUnderWay(delivery.state);
    },
    listUnderWay: () => [...lanes.values()].filter(({ state }) => isUnderWay(state)),
    supersede: (delivery) => {
      if (isUnderWay(delivery.state)) end(delivery, 'superato', SUPERSEDED);
    },
    settle: (device, message, kind) => {
      const delivery = lanes.get(device.id);
      if (!delivery || !mayHaveReached(delivery)) return;
      if (kind === 'report') confirm(delivery, device, message);
      const isToBeTold = isUnderWay(delivery.state) || delivery.interrupted;
      if (delivery.sentBeforeDeviceSeen && !message.retained && isToBeTold && mayStillSend(delivery)) {
        sendAgain(delivery);
      }
    },
    abandon: (deviceId, reason) => {
      const delivery = lanes.get(deviceId);
      lanes.delete(deviceId);
      if (delivery && isUnderWay(delivery.state)) end(delivery, 'fallito', reason);
    },
    stop: () => {
      unconfirmed.stop();
      for (const timer of deadlines) clearTimeout(timer);
    },
  };
}

/** 'Comando non confermato entro 5 s'. */
export function notConfirmedWithin(confirmMs: number): string {
  return `Comando non confermato entro ${secondsInWords(confirmMs)}`;
}
