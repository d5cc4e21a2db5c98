import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import { type DeliveryState, isUnderWay, mayBecome } from '@semaforo/contract/domain/delivery-state';
import type { KnownDevice } from '../devices/known-device.ts';
import type { RecordedWhom } from './command-request.ts';
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
  deviceType: DeviceType;
  /** The status commanded; null when each delivery has its own. */
  value: DeviceStatus | null;
  /** For all that its author sees, unless told otherwise. */
  whom?: RecordedWhom;
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

/** `surely`: the broker says that nobody listened. `maybe`: it says nothing of that, and the device did not answer. */
export type Missed = 'surely' | 'maybe';

/** One device's share of a command. */
export type TrackedDelivery = {
  id: number;
  command: AcceptedCommand;
  /** The device as it was when the command was accepted. */
  device: KnownDevice;
  value: DeviceStatus;
  /**
   * In the order in which they must reach the device. Each is sent again if the link breaks meanwhile. All are sent
   * once more to a device that comes back, when the command waits for its devices.
   */
  messages: readonly CommandMessage[];
  state: DeliveryState;
  /** Its messages are not sent after this: at first that of the command, from the hand-over on its own. */
  deadlineAt: number;
  /** True once a person stopped the command before anything of it was handed over. */
  isStopped: boolean;
  /** Why it ended so, in Italian; null while under way and when confirmed. */
  reason: string | null;
  /** When the first message was handed to the broker. */
  handedOverAt: number | null;
  /**
   * True once it was handed over before the device was heard on this link, or to nobody: the device may not have been
   * there. Only for a command that waits for its devices.
   */
  sentBeforeDeviceSeen: boolean;
  /** Whether nobody listened to what was handed over last; null: somebody did, or nothing is known. */
  missed: Missed | null;
  /** True when a former process had it under way: how far that one got is not known. */
  interrupted: boolean;
  /** True once all its messages were attempted: a confirmation may come before that. */
  isWritten: boolean;
  /** The channels of which the broker acknowledged the message: what the device said before that is no answer. */
  acknowledged: Set<string>;
  /** True once the device said, after that, what the command waits for. */
  answered: boolean;
  /** True once the link broke under it: what fails then is no fault of the device. */
  linkBroke: boolean;
};

/** Commands to more devices than this are sent at a pace, and told of in fewer words. */
const LARGE_FROM = 1000;

export function isLarge({ deliveries }: Pick<AcceptedCommand, 'deliveries'>): boolean {
  return deliveries.length > LARGE_FROM;
}

/** `wasAcknowledged`: the broker acknowledged every message of it to the process that had it under way. */
type NewDelivery = Pick<TrackedDelivery, 'id' | 'device' | 'value' | 'messages'> & {
  interrupted?: boolean;
  wasAcknowledged?: boolean;
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
  command.underWay += deliveries.length;
  for (const { id, device, value, messages, interrupted = false, wasAcknowledged = false } of deliveries) {
    // Field by field: what is spread together V8 keeps in many times the memory, and reads more slowly.
    command.deliveries.push({
      id,
      command,
      device,
      value,
      messages,
      state: 'accettato',
      deadlineAt: command.deadlineAt,
      isStopped: false,
      reason: null,
      handedOverAt: null,
      sentBeforeDeviceSeen: false,
      missed: null,
      interrupted,
      isWritten: false,
      acknowledged: new Set(wasAcknowledged ? messages.map(({ write }) => write.channel) : []),
      answered: false,
      linkBroke: false,
    });
  }
}

/** True while nothing of it was handed to the broker, as far as that is known, and it may still be. */
export function isUnsent({ state, handedOverAt, interrupted }: TrackedDelivery): boolean {
  return isUnderWay(state) && handedOverAt === null && !interrupted;
}

/** True once the device may have got something of it: from then on its words may confirm it. */
export function mayHaveReached(delivery: TrackedDelivery): boolean {
  return delivery.handedOverAt !== null || (delivery.interrupted && !isUnderWay(delivery.state));
}

/** Moves a delivery on if its present state allows it; false when it does not, and nothing changed. */
export function advance(delivery: TrackedDelivery, state: DeliveryState, reason: string | null): boolean {
  if (!mayBecome(delivery.state, state)) return false;
  const endsNow = isUnderWay(delivery.state) && !isUnderWay(state);
  delivery.state = state;
  delivery.reason = reason;
  if (endsNow) {
    delivery.command.underWay -= 1;
    if (delivery.command.underWay === 0) delivery.command.whenEnded();
  }
  return true;
}

/** Ends a command for this process, and tells nobody: another server goes on with it. */
export function letCommandGo(command: AcceptedCommand, reason: string): void {
  command.isLetGo = true;
  for (const delivery of command.deliveries) {
    if (isUnderWay(delivery.state)) advance(delivery, 'superato', reason);
  }
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
