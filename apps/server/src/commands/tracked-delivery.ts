import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import { type DeliveryState, isUnderWay } from '@semaforo/contract/domain/delivery-state';
import {
  createDelivery,
  type Delivery,
  type FormerDelivery,
  reasonOfDelivery,
  stateOfDelivery,
} from '@semaforo/contract/domain/device/delivery';
import type { KnownDevice } from '../devices/known-device.ts';
import type { RecordedTargets } from './command-request.ts';
import type { CommandMessage } from './command-topic.ts';

/** A command that was accepted: what all its deliveries share. Times are epoch milliseconds. */
export type AcceptedCommand = {
  id: number;
  createdAt: number;
  /** Nothing of it is sent after this. */
  deadlineAt: number;
  /** What was handed over by then is not sent again after it (docs/rules.md#deadlines). Not after `deadlineAt`. */
  usualDeadlineAt: number;
  deliveries: TrackedDelivery[];
  origin: CommandOrigin;
  /** True when a recurring plan made the schedule that it executes. */
  ofPlan?: boolean | undefined;
  /** The command that it restores or repeats. */
  sourceId: number | null;
  username: string;
  /** The second person who approved it, where one was needed. */
  approvedBy?: string | undefined;
  /** The HTTP request that asked for it, for the log. */
  requestId?: string | undefined;
  deviceType: LampDeviceType;
  /** The status commanded; null when each delivery has its own. */
  value: DeviceStatus | null;
  /** For all that its author sees, unless told otherwise. */
  whom?: RecordedTargets;
  /**
   * True for a schedule and after a restart: no one waits for the answer, so the command may wait for a device that is
   * coming back.
   */
  waitsForDevice: boolean;
  /** How many deliveries are still under way, and what to do when none is any more. */
  underWay: number;
  whenEnded: () => void;
  /** True once another server goes on with it: nothing of it is sent or stored by this one. */
  isLetGo: boolean;
};

/** One device's share of a command. */
export type TrackedDelivery = {
  id: number;
  command: AcceptedCommand;
  /** The device as it was when the command was accepted. */
  device: KnownDevice;
  value: DeviceStatus;
  /** The messages of its writes, on the topics of the device. */
  messages: readonly CommandMessage[];
  /** What is done about it and known of it. It, and what follows from it here, is changed by `moveDelivery` only. */
  machine: Delivery;
  state: DeliveryState;
  /** Why it ended so, in Italian; null while under way and when confirmed. */
  reason: string | null;
};

/** Commands to more devices than this are sent at a pace, and told of in fewer words. */
const LARGE_FROM = 1000;

export function isLarge({ deliveries }: Pick<AcceptedCommand, 'deliveries'>): boolean {
  return deliveries.length > LARGE_FROM;
}

/** `former`: what a former process had done of it. */
type NewDelivery = Pick<TrackedDelivery, 'id' | 'device' | 'value' | 'messages'> & {
  former?: FormerDelivery;
};

/** A command as it is when it has just been accepted, with its deliveries all `accettato`. */
export function createAcceptedCommand(
  command: Omit<AcceptedCommand, 'deliveries' | 'underWay' | 'whenEnded' | 'usualDeadlineAt' | 'isLetGo'> & {
    usualDeadlineAt?: number;
  },
  deliveries: readonly NewDelivery[],
): AcceptedCommand {
  const accepted: AcceptedCommand = {
    usualDeadlineAt: command.deadlineAt,
    ...command,
    deliveries: [],
    underWay: 0,
    whenEnded: () => {},
    isLetGo: false,
  };
  addDeliveries(accepted, deliveries);
  return accepted;
}

/** Adds deliveries to a command that no lane has yet. */
export function addDeliveries(command: AcceptedCommand, deliveries: readonly NewDelivery[]): void {
  const { createdAt: acceptedAt, deadlineAt, usualDeadlineAt, waitsForDevice } = command;
  for (const { id, device, value, messages, former } of deliveries) {
    const machine = createDelivery(
      {
        device: { type: device.type, key: device.topic },
        value,
        writes: messages.map(({ write }) => write),
        acceptedAt,
        deadlineAt,
        usualDeadlineAt,
        waitsForDevice,
      },
      former,
    );
    const state = stateOfDelivery(machine);
    if (isUnderWay(state)) command.underWay += 1;
    // Field by field: what is spread together V8 keeps in many times the memory, and reads more slowly.
    command.deliveries.push({
      id,
      command,
      device,
      value,
      messages,
      machine,
      state,
      reason: reasonOfDelivery(machine),
    });
  }
}

/** The delivery has gone on so; tells whoever waits for its command once that has ended. */
export function moveDelivery(delivery: TrackedDelivery, machine: Delivery): void {
  const wasUnderWay = isUnderWay(delivery.state);
  delivery.machine = machine;
  delivery.state = stateOfDelivery(machine);
  delivery.reason = reasonOfDelivery(machine);
  if (!wasUnderWay || isUnderWay(delivery.state)) return;
  const { command } = delivery;
  command.underWay -= 1;
  if (command.underWay === 0) command.whenEnded();
}

/** Resolves when every delivery of the command has ended, or after the time given. */
export function untilEnded(command: AcceptedCommand, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (command.underWay === 0) return resolve();
    const timer = setTimeout(resolve, withinMs);
    command.whenEnded = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
