import type { DeviceStatus, DeviceType, OutputWrite } from '../channels.ts';
import type { DeliveryState } from '../delivery-state.ts';

/**
 * One device's share of a command (docs/device-machine.md). `phase` is what is done about it, `result` what is known of
 * it: a delivery may be confirmed before its last lamp is written, and retried after its window is over. All times are
 * epoch milliseconds.
 */
export type Delivery = {
  readonly plan: DeliveryPlan;
  readonly phase: DeliveryPhase;
  readonly result: DeliveryResult;
  /** The channels of which the broker acknowledged the write: what the device said before that is no answer. */
  readonly acknowledged: readonly string[];
  /** True once the device said, after that, what the command waits for. */
  readonly answered: boolean;
  /** True once every write was handed over while somebody could receive it. */
  readonly isWhole: boolean;
  /** When the first write was handed to the broker; null while none was. */
  readonly handedOverAt: number | null;
  /** Nothing is handed over from then on. */
  readonly sendUntil: number;
  /**
   * When the device must have confirmed; null before the first write, and while the command waits for a device that was
   * not heard since.
   */
  readonly windowEndsAt: number | null;
  /** `broke`: the link was lost while it was under way, so that what fails is no fault of the device. */
  readonly link: 'up' | 'down' | 'broke';
};

/** What does not change of a delivery. */
export type DeliveryPlan = {
  readonly device: { readonly type: DeviceType; readonly key: string };
  readonly value: DeviceStatus;
  /** In the order in which they must reach the device (`writesFor`). */
  readonly writes: readonly OutputWrite[];
  readonly acceptedAt: number;
  /** What was not handed over by then never is. */
  readonly deadlineAt: number;
  /** What was handed over by then is not written again after it (docs/rules.md#deadlines). Not after `deadlineAt`. */
  readonly usualDeadlineAt: number;
  /** True where no one waits for the answer, so that the command may wait for a device that is coming back. */
  readonly waitsForDevice: boolean;
  /** True when a former process had it: what that one wrote is not known. */
  readonly isResumed: boolean;
};

/** Whether the last try reached nobody as far as the broker says, or the broker does not say. */
export type Reach = 'nobody' | 'unknown';

export type DeliveryPhase =
  /** Committed; its turn has not come. */
  | { readonly name: 'queued' }
  /** The write of the new lamp is on its way, or waits for the link when it was lost. */
  | { readonly name: 'lighting'; readonly isLost: boolean; readonly reach: Reach | null }
  /** The broker had nobody to hand it to. It is retried then; null: it waits for its turn to be. */
  | { readonly name: 'unreceived'; readonly retryAt: number | null }
  /** The broker does not say whether anybody got it, and the device has not answered. Likewise. */
  | { readonly name: 'unanswered'; readonly retryAt: number | null }
  /** The new lamp was received; the others are being told. */
  | {
      readonly name: 'darkening';
      /** The channels whose write is on its way, those of `lost` included, which wait for the link. */
      readonly open: readonly string[];
      readonly lost: readonly string[];
      /** True once the broker had nobody to hand one of them to. */
      readonly isUnreceived: boolean;
      readonly reach: Reach | null;
    }
  /** All was handed over. Then the lamps that should be off and are not are told again. */
  | { readonly name: 'written'; readonly checkAt: number }
  /** Nothing is written any more. */
  | { readonly name: 'stopped' };

/** `isRetried`: what was not received may still reach the device, until the deadline, after the delivery has ended. */
export type DeliveryResult =
  | { readonly state: 'open' | 'confirmed' }
  | { readonly state: 'superseded' | 'withdrawn'; readonly reason: string }
  | {
      readonly state: 'failed' | 'expired';
      /** In Italian. */
      readonly reason: string;
      /** True when it says something about the device: then that is in error. */
      readonly isDeviceAtFault: boolean;
      readonly isRetried: boolean;
    };

/** Of a delivery that a former process had. `acknowledged`: the broker acknowledged every write of it to that one. */
export type FormerDelivery = { acknowledged: boolean; result: DeliveryResult };

/** A delivery that has just been accepted, or that a former process left. */
export function createDelivery(facts: Omit<DeliveryPlan, 'isResumed'>, former?: FormerDelivery): Delivery {
  const plan = { ...facts, isResumed: former !== undefined };
  const result = former?.result ?? OPEN;
  const mayGoOn = result.state === 'open' || result.state === 'confirmed';
  return {
    plan,
    phase: mayGoOn ? QUEUED : STOPPED,
    result,
    acknowledged: former?.acknowledged ? plan.writes.map(({ channel }) => channel) : [],
    answered: false,
    isWhole: false,
    handedOverAt: null,
    sendUntil: plan.deadlineAt,
    windowEndsAt: null,
    link: 'up',
  };
}

const OPEN: DeliveryResult = { state: 'open' };
const QUEUED: DeliveryPhase = { name: 'queued' };
const STOPPED: DeliveryPhase = { name: 'stopped' };

const ENDED = {
  confirmed: 'confermato',
  failed: 'fallito',
  expired: 'scaduto',
  superseded: 'superato',
  withdrawn: 'annullato',
} as const;

/** The state of a delivery as it is stored and shown (docs/rules.md#delivery-states). */
export function stateOfDelivery({ result, isWhole }: Delivery): DeliveryState {
  if (result.state !== 'open') return ENDED[result.state];
  return isWhole ? 'inviato' : 'accettato';
}

/** Why it ended so, in Italian; null while it is open, and when it was confirmed. */
export function reasonOfDelivery({ result }: Delivery): string | null {
  return 'reason' in result ? result.reason : null;
}

/** True while nothing of it was handed to the broker, as far as that is known, and it may still be. */
export function isUnsent({ plan, result, handedOverAt }: Delivery): boolean {
  return result.state === 'open' && handedOverAt === null && !plan.isResumed;
}

/** True while a write of it is on its way to the broker, or waits for the link. */
export function isBeingWritten({ phase }: Delivery): boolean {
  return phase.name === 'lighting' || phase.name === 'darkening';
}

/** True while a `turn` would have it written. */
export function waitsForTurn({ phase }: Delivery): boolean {
  return phase.name === 'queued' || phase.name === 'unreceived' || phase.name === 'unanswered';
}

/** True from the first write until the device was heard: it may not have been there to receive it. */
export function awaitsDevice({ handedOverAt, windowEndsAt }: Delivery): boolean {
  return handedOverAt !== null && windowEndsAt === null;
}

/**
 * True while its writes may be handed over. What has ended is still written where the broker had nobody to hand it to,
 * or to a device that has answered: until the deadline it may be whole, and confirmed.
 */
export function mayBeWritten({ result, phase, sendUntil, answered }: Delivery, now: number): boolean {
  if (phase.name === 'stopped' || now >= sendUntil) return false;
  if (result.state === 'failed' || result.state === 'expired') return result.isRetried || answered;
  return result.state === 'open' || result.state === 'confirmed';
}
