import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { answersCommand, showsOnly } from '@semaforo/contract/domain/confirmation';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { lampWord } from '@semaforo/contract/domain/lamps';
import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { createExpiringMap } from '../platform/expiring-map.ts';
import { NOT_CONNECTED, notConfirmedReason } from './delivery-reasons.ts';
import type { DeliveryTransitions } from './delivery-transitions.ts';
import type { Missed, TrackedDelivery } from './tracked-delivery.ts';

/**
 * Within this time of the command a confirmation still upgrades a failure; later the lamp was lit by something else.
 */
const LATE_CONFIRMATION_MS = 600_000;

/** What confirms a delivery, and the window in which it must (docs/rules.md#confirmation-window). */
export type DeliveryConfirmation = {
  /**
   * The first message is handed over: the window runs. When the command waits for its device, the window runs only once
   * the device was heard.
   */
  begin: (delivery: TrackedDelivery) => void;
  /** Whether nobody listened: a command that waits for its device has no window then. */
  missed: (delivery: TrackedDelivery, missed: Missed | null) => void;
  /** The device for which the command waited was heard: the window runs. */
  deviceHeard: (delivery: TrackedDelivery) => void;
  /** Takes in a live report of the device, which may confirm the delivery. */
  report: (delivery: TrackedDelivery, device: KnownDevice, message: DeviceMessage) => void;
  /** From then on nothing expires. */
  stop: () => void;
};

export function createDeliveryConfirmation(options: {
  confirmMs: number;
  states: Pick<DeviceStates, 'of' | 'isHeard'>;
  transitions: DeliveryTransitions;
  clock: Clock;
}): DeliveryConfirmation {
  const { confirmMs, states, transitions, clock } = options;
  /** The window of each delivery that has one; it may begin anew. */
  const windows = createExpiringMap<TrackedDelivery>({
    afterMs: confirmMs,
    expired: (delivery) => {
      if (!isUnderWay(delivery.state)) return;
      if (delivery.missed === 'surely') return transitions.fail(delivery, 'fallito', NOT_CONNECTED);
      const { lamps } = states.of(delivery.device.id);
      transitions.fail(delivery, 'scaduto', notConfirmedReason(delivery, lamps, confirmMs));
    },
  });
  return {
    begin: (delivery) => {
      const now = clock.now();
      delivery.handedOverAt = now;
      const { usualDeadlineAt, deadlineAt } = delivery.command;
      // Of a longer deadline nothing may be left: without the messages that follow the signal would show two lamps.
      const isLonger = deadlineAt > usualDeadlineAt;
      delivery.deadlineAt = isLonger ? Math.max(usualDeadlineAt, now + CLICK_DEADLINE_MS) : deadlineAt;
      delivery.sentBeforeDeviceSeen = delivery.command.waitsForDevice && !states.isHeard(delivery.device.id);
      if (!delivery.sentBeforeDeviceSeen) windows.set(delivery, true);
    },
    missed: (delivery, missed) => {
      delivery.missed = missed;
      if (missed !== 'surely' || !delivery.command.waitsForDevice || !isUnderWay(delivery.state)) return;
      delivery.sentBeforeDeviceSeen = true;
      windows.delete(delivery);
    },
    deviceHeard: (delivery) => {
      delivery.sentBeforeDeviceSeen = false;
      windows.set(delivery, true);
    },
    report: (delivery, device, message) => {
      const word = lampWord({ type: device.type, key: device.topic }, message);
      if (word === undefined || message.retained) return;
      // What was on its way before the broker acknowledged the message is no answer (docs/rules.md#confirmation).
      if (answersCommand(delivery.value, word) && delivery.acknowledged.has(message.channel))
        delivery.answered = true;
      const isLate = clock.now() - delivery.command.createdAt > LATE_CONFIRMATION_MS;
      if (isLate || !delivery.answered) return;
      if (showsOnly(device.type, states.of(device.id).lamps, delivery.value)) {
        transitions.advance(delivery, 'confermato', null);
      }
    },
    stop: windows.stop,
  };
}
