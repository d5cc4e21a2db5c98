import type { LinkStatus, PublishOutcome } from '../../broker/broker-link.port.ts';
import type { EventChannel } from '../../platform/event-channel.ts';
import { createSignal } from '../../platform/signal.ts';

/** The lanes that this server has, and the messages that are on their way through them. */
export type HeldLanes = {
  has: (deviceId: number) => boolean;
  isLeaving: (deviceId: number) => boolean;
  /** What is not on its way out is ours from now on. */
  add: (deviceIds: readonly number[]) => void;
  /** A message is on its way to the broker. */
  onWay: (deviceId: number, outcome: Promise<PublishOutcome>) => void;
  /** From now on nothing is sent to the device. Resolves when what was on its way is over. */
  leave: (deviceId: number) => Promise<void>;
  /** The lane is somebody else's now. */
  left: (deviceId: number) => void;
  /** True when a message may still reach the broker: its connection broke, and none has followed that ends it there. */
  isDoubtful: (deviceId: number) => boolean;
  /** None of them is ours any more. */
  clear: () => void;
};

export function createHeldLanes(linkStatuses: Pick<EventChannel<LinkStatus>, 'subscribe'>): HeldLanes {
  const held = new Set<number>();
  const leaving = new Set<number>();
  const onWay = new Map<number, number>();
  const doubtful = new Set<number>();
  const arrived = createSignal();
  // The broker has ended the former connection, and drops what came of it too late.
  linkStatuses.subscribe(({ connected }) => {
    if (connected) doubtful.clear();
  });
  return {
    has: (deviceId) => held.has(deviceId),
    isLeaving: (deviceId) => leaving.has(deviceId),
    add: (deviceIds) => {
      for (const id of deviceIds) if (!leaving.has(id)) held.add(id);
    },
    onWay: (deviceId, outcome) => {
      onWay.set(deviceId, (onWay.get(deviceId) ?? 0) + 1);
      // It never rejects.
      void outcome.then((what) => {
        if (what === 'unknown') doubtful.add(deviceId);
        const others = (onWay.get(deviceId) ?? 1) - 1;
        if (others > 0) onWay.set(deviceId, others);
        else onWay.delete(deviceId);
        arrived.fire();
      });
    },
    leave: async (deviceId) => {
      held.delete(deviceId);
      leaving.add(deviceId);
      while (onWay.has(deviceId)) await arrived.next();
    },
    left: (deviceId) => void leaving.delete(deviceId),
    isDoubtful: (deviceId) => doubtful.has(deviceId),
    clear: () => held.clear(),
  };
}
