import { type DeliveryState, isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { BrokerLink } from '../broker/broker-link.port.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { BROKER_UNREACHABLE, NOT_SENT_IN_TIME } from './delivery-reasons.ts';
import type { DesiredByCommands } from './desired-by-commands.ts';
import type { DeviceLanes } from './device-lanes.ts';
import { advance, type TrackedDelivery } from './tracked-delivery.ts';

/** Moves deliveries from state to state, tells of it, and has their devices show what follows. Reasons are Italian. */
export type DeliveryTransitions = {
  /** False when the delivery had ended otherwise before: then nothing changes. */
  advance: (delivery: TrackedDelivery, state: DeliveryState, reason: string | null) => boolean;
  /**
   * Ends a delivery that failed and sets the error of its device. Not when the link to the broker broke under it, which
   * is one alarm of its own, nor when it was not sent in time: neither is a fault of the device.
   */
  fail: (delivery: TrackedDelivery, state: 'fallito' | 'scaduto', reason: string) => void;
  /** Ends a delivery of which nothing was sent because a person says so: what was desired before is so again. */
  withdraw: (delivery: TrackedDelivery, reason: string) => void;
};

export function createDeliveryTransitions(options: {
  lanes: Pick<DeviceLanes, 'holds'>;
  link: Pick<BrokerLink, 'status'>;
  states: Pick<DeviceStates, 'settle' | 'yieldDesired' | 'fail'>;
  desired: Pick<DesiredByCommands, 'setOnce' | 'takeBack'>;
  progress: Pick<EventChannel<TrackedDelivery>, 'publish'>;
}): DeliveryTransitions {
  const { lanes, link, states, progress } = options;

  /** What follows for a device from the end of the delivery that has its lane. */
  const laneEnded = (delivery: TrackedDelivery, state: DeliveryState) => {
    // What never came to be sent was commanded all the same: where another server had the lane, or many waited.
    if (state === 'fallito' || state === 'scaduto') options.desired.setOnce(delivery);
    // While it is pending still: else the device would seem out of sync for a moment.
    if (state === 'annullato') options.desired.takeBack(delivery);
    // Here a newer command would hold the lane: it was another server that accepted one.
    if (state === 'superato') states.yieldDesired(delivery.device);
    else states.settle(delivery.device);
  };
  const advanceAndTell: DeliveryTransitions['advance'] = (delivery, state, reason) => {
    if (!advance(delivery, state, reason)) return false;
    if (lanes.holds(delivery) && !isUnderWay(state)) laneEnded(delivery, state);
    progress.publish(delivery);
    return true;
  };

  return {
    advance: advanceAndTell,
    withdraw: (delivery, reason) => void advanceAndTell(delivery, 'annullato', reason),
    fail: (delivery, state, reason) => {
      const isLinkFault = delivery.linkBroke || !link.status().connected;
      const ended = advanceAndTell(delivery, state, isLinkFault ? BROKER_UNREACHABLE : reason);
      if (ended && !isLinkFault && reason !== NOT_SENT_IN_TIME) states.fail(delivery.device, reason);
    },
  };
}
