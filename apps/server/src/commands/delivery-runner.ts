import type { OutputWrite } from '@semaforo/contract/domain/channels';
import { type Delivery, mayBeWritten } from '@semaforo/contract/domain/device/delivery';
import {
  type DeliveryEvent,
  stepDelivery,
  type WriteOutcome,
  wakeAt,
} from '@semaforo/contract/domain/device/step-delivery';
import type { BrokerLink, PublishOutcome } from '../broker/broker-link.port.ts';
import { type DeviceOwnership, SOLE_OWNER } from '../cluster/cluster.port.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { Clock } from '../platform/clock.ts';
import { failPoint } from '../platform/fail-point.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import type { CommandMessage } from './command-topic.ts';
import { moveDelivery, type TrackedDelivery } from './tracked-delivery.ts';

/** Turns the events of deliveries into steps of their machines, and the effects of these into writes and timers. */
export type DeliveryRunner = {
  step: (delivery: TrackedDelivery, event: DeliveryEvent) => void;
  /**
   * Has all of them take the same step, in slices. Whatever comes to one of them before its slice finds the step taken:
   * nothing is written meanwhile that it rules out.
   */
  stepMany: (deliveries: readonly TrackedDelivery[], event: DeliveryEvent) => void;
  /** The link is back, or lanes are ours again: what was withheld before that may go on at once. */
  mayGoOn: () => void;
  /** From then on no time passes for any delivery. */
  stop: () => void;
};

const OUTCOMES: Record<PublishOutcome, WriteOutcome> = {
  acknowledged: 'received',
  'listener-unknown': 'unknown',
  'no-listener': 'nobody',
  rejected: 'rejected',
  unknown: 'lost',
  withheld: 'lost',
};

export function createDeliveryRunner(options: {
  link: Pick<BrokerLink, 'publish'>;
  states: Pick<DeviceStates, 'of' | 'hasReported'>;
  /** Which devices this server may command, where several work as one. */
  ownership?: Pick<DeviceOwnership, 'mayPublish' | 'onWay'>;
  /** The first write of a delivery is being handed over. */
  handedOver: (delivery: TrackedDelivery) => void;
  /** What became of each write that was handed over. */
  published?:
    | ((delivery: TrackedDelivery, message: CommandMessage, outcome: PublishOutcome) => void)
    | undefined;
  /** A delivery took a step; `former` is what it was before. */
  stepped: (delivery: TrackedDelivery, former: Delivery) => void;
  /** A delivery is to get a `turn`, when that comes. */
  requestTurn: (delivery: TrackedDelivery) => void;
  confirmMs: number;
  clock: Clock;
}): DeliveryRunner {
  const { link, states, ownership = SOLE_OWNER, confirmMs, clock } = options;
  const timers = new Map<TrackedDelivery, { at: number; timeout: NodeJS.Timeout }>();
  /** What is still to happen to each of many. */
  const due = new Map<TrackedDelivery, DeliveryEvent>();
  let isStopped = false;
  let timesGoneOn = 0;

  const takeStep = (delivery: TrackedDelivery, event: DeliveryEvent, now: number) => {
    const former = delivery.machine;
    const { lamps } = states.of(delivery.device.id);
    const { delivery: next, effects } = stepDelivery(former, event, { now, lamps, confirmMs });
    if (next !== former) moveDelivery(delivery, next);
    schedule(delivery, now);
    if (next !== former) options.stepped(delivery, former);
    for (const effect of effects) {
      if (effect.type === 'request-turn') options.requestTurn(delivery);
      else for (const write of effect.writes) publish(delivery, write);
    }
  };
  const catchUp = (delivery: TrackedDelivery) => {
    const event = due.get(delivery);
    if (event && due.delete(delivery)) takeStep(delivery, event, clock.now());
  };
  const step = (delivery: TrackedDelivery, event: DeliveryEvent, now = clock.now()) => {
    catchUp(delivery);
    takeStep(delivery, event, now);
  };

  const schedule = (delivery: TrackedDelivery, now: number) => {
    const known = timers.get(delivery);
    const at = wakeAt(delivery.machine);
    if (isStopped || known?.at === at) return;
    if (known) clearTimeout(known.timeout);
    if (at === null) return void timers.delete(delivery);
    const wake = () => {
      timers.delete(delivery);
      // Setting the time of day back makes nothing last longer.
      step(delivery, { type: 'tick' }, Math.max(at, clock.now()));
    };
    timers.set(delivery, { at, timeout: setTimeout(wake, at - now) });
  };

  const publish = (delivery: TrackedDelivery, { channel }: OutputWrite) => {
    const message = delivery.messages.find(({ write }) => write.channel === channel);
    if (!message) return;
    // While it waits for its turn on one connection, the link may already be on the next.
    const before = timesGoneOn;
    const publishing = link.publish(message, {
      isStillWanted: () => {
        catchUp(delivery);
        if (!mayBeWritten(delivery.machine, clock.now())) return false;
        if (!ownership.mayPublish(delivery.device.id)) return false;
        if (delivery.machine.handedOverAt === null) {
          options.handedOver(delivery);
          step(delivery, { type: 'handed-over', deviceReported: states.hasReported(delivery.device.id) });
        }
        return true;
      },
      acknowledged: () => step(delivery, { type: 'acknowledged', channel }),
      expiresAt: delivery.machine.sendUntil,
    });
    ownership.onWay(delivery.device.id, publishing);
    void publishing.then((outcome) => {
      options.published?.(delivery, message, outcome);
      if (outcome === 'acknowledged' || outcome === 'listener-unknown') failPoint('after-acknowledgement');
      const mayGoOn = timesGoneOn !== before;
      step(delivery, { type: 'written', channel, outcome: OUTCOMES[outcome], mayGoOn });
    });
  };

  return {
    step,
    stepMany: (deliveries, event) => {
      for (const delivery of deliveries) {
        catchUp(delivery);
        due.set(delivery, event);
      }
      void runInChunks(deliveries, (some) => some.forEach(catchUp));
    },
    mayGoOn: () => {
      timesGoneOn += 1;
    },
    stop: () => {
      isStopped = true;
      for (const { timeout } of timers.values()) clearTimeout(timeout);
      timers.clear();
    },
  };
}
