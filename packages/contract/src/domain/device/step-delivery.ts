import type { OutputWrite } from '../channels.ts';
import { CLICK_DEADLINE_MS } from '../command-rules.ts';
import { answersCommand, showsOnly } from '../confirmation.ts';
import { type Lamps, lampReport } from '../lamps.ts';
import {
  awaitsDevice,
  type Delivery,
  type DeliveryPhase,
  type DeliveryResult,
  isUnsent,
  mayBeWritten,
  type Reach,
  waitsForTurn,
} from './delivery.ts';
import {
  BROKER_UNREACHABLE,
  DEVICE_NOT_REPORTING,
  INTERRUPTED,
  NOT_CONNECTED,
  NOT_SENT_IN_TIME,
  notConfirmedReason,
  REJECTED,
  SUPERSEDED,
  TAKEN_OVER,
} from './delivery-reasons.ts';

/** What was not received, or not answered, is written again after this: a device needs so long to connect. */
export const RETRY_AFTER_MS = 1000;
/** A lamp that should be off and is not is told again this often: a device that obeys has answered long before. */
export const CHECK_EVERY_MS = 1000;
/** A confirmation within this time of the command upgrades a failure; later the lamp was lit by something else. */
export const LATE_CONFIRMATION_MS = 600_000;

/** What became of a write: a subscriber has it, none was there, the broker does not say; refused; or it was lost. */
export type WriteOutcome = 'received' | 'nobody' | 'unknown' | 'rejected' | 'lost';

export type DeliveryEvent =
  /** It is the newest of its device from now on. */
  | { readonly type: 'accepted'; readonly linkUp: boolean }
  /** It is its turn to be written. */
  | { readonly type: 'turn' }
  /** The first write is being handed to the broker. `deviceReported`: the device spoke since the link was made. */
  | { readonly type: 'handed-over'; readonly deviceReported: boolean }
  /** The broker's acknowledgement of a write was read. */
  | { readonly type: 'acknowledged'; readonly channel: string }
  /** What became of a write is known. `mayGoOn`: the link is back already, or the device is this server's. */
  | {
      readonly type: 'written';
      readonly channel: string;
      readonly outcome: WriteOutcome;
      readonly mayGoOn?: boolean;
    }
  /** The device said live what one of its lamps shows. */
  | { readonly type: 'reported'; readonly channel: string; readonly payload: string }
  /** The device was heard: any live message of its own, a report included. */
  | { readonly type: 'heard' }
  | { readonly type: 'link-down' }
  | { readonly type: 'link-up' }
  /** Time has passed (`wakeAt`). */
  | { readonly type: 'tick' }
  /** A newer command was accepted for the device. */
  | { readonly type: 'superseded' }
  /** A person stopped the command. `reason` in Italian. */
  | { readonly type: 'withdrawn'; readonly reason: string }
  /** The device is gone, or has become another. `reason` in Italian. */
  | { readonly type: 'abandoned'; readonly reason: string }
  /** The device is this server's again. */
  | { readonly type: 'ownership-gained' }
  /** Another server goes on with it. */
  | { readonly type: 'ownership-lost' };

/** What is to be done: writes for the broker, or that the delivery asks for its turn. */
export type DeliveryEffect =
  | { readonly type: 'publish'; readonly writes: readonly OutputWrite[] }
  | { readonly type: 'request-turn' };

/**
 * What a step depends on besides. `lamps`: what the device has reported, the report of the event included; `confirmMs`:
 * for how long a device may take to confirm (docs/rules.md#confirmation-window).
 */
type Known = { now: number; lamps: Lamps; confirmMs: number };

export type DeliveryStep = { delivery: Delivery; effects: readonly DeliveryEffect[] };

/**
 * The delivery after an event, and what is to be done then. An event that does not fit its phase changes nothing: the
 * same delivery comes back, and no effect.
 */
export function stepDelivery(delivery: Delivery, event: DeliveryEvent, known: Known): DeliveryStep {
  const on = ON[event.type] as (delivery: Delivery, event: DeliveryEvent, known: Known) => DeliveryStep;
  return on(delivery, event, known);
}

type EventOf<Type> = Extract<DeliveryEvent, { type: Type }>;

const ON: {
  [Type in DeliveryEvent['type']]: (delivery: Delivery, event: EventOf<Type>, known: Known) => DeliveryStep;
} = {
  accepted: (delivery, { linkUp }) => same(linkUp ? delivery : { ...delivery, link: 'down' }),
  turn: (delivery, _event, known) => (waitsForTurn(delivery) ? light(delivery, known) : same(delivery)),
  'handed-over': (delivery, { deviceReported }, known) => same(handOver(delivery, deviceReported, known)),
  acknowledged: (delivery, { channel }) => same(acknowledge(delivery, channel)),
  written: writeSettled,
  reported: (delivery, event, known) => same(report(delivery, event, known)),
  heard: (delivery, _event, known) => receive(delivery, known),
  'link-down': (delivery) =>
    same(delivery.result.state === 'open' ? { ...delivery, link: 'broke' } : delivery),
  'link-up': (delivery, _event, known) =>
    writeLost(delivery.link === 'down' ? { ...delivery, link: 'up' } : delivery, known),
  tick: (delivery, _event, known) => tick(delivery, known),
  superseded: (delivery) => same(end(delivery, { state: 'superseded', reason: SUPERSEDED })),
  withdrawn: (delivery, { reason }) =>
    same(isUnsent(delivery) ? end(delivery, { state: 'withdrawn', reason }) : delivery),
  abandoned: (delivery, { reason }) =>
    same(end(delivery, { state: 'failed', reason, isDeviceAtFault: false, isRetried: false })),
  'ownership-gained': (delivery, _event, known) => writeLost(delivery, known),
  'ownership-lost': (delivery) => same(end(delivery, { state: 'superseded', reason: TAKEN_OVER })),
};

/** When the delivery is to get its next `tick` (epoch ms); null for never. */
export function wakeAt(delivery: Delivery): number | null {
  const { phase, result, plan, handedOverAt, windowEndsAt } = delivery;
  const times: (number | null)[] = [];
  if (phase.name === 'unreceived' || phase.name === 'unanswered') times.push(phase.retryAt);
  if (result.state === 'open') {
    if (phase.name === 'written') times.push(phase.checkAt);
    times.push(handedOverAt === null || windowEndsAt === null ? plan.deadlineAt : windowEndsAt);
  }
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function same(delivery: Delivery): DeliveryStep {
  return { delivery, effects: [] };
}

function inPhase(delivery: Delivery, phase: DeliveryPhase): Delivery {
  return { ...delivery, phase };
}

function stop(delivery: Delivery): Delivery {
  return inPhase(delivery, { name: 'stopped' });
}

/** Ends it, and writes no more of it; what has ended already stays as it ended. */
function end(delivery: Delivery, result: DeliveryResult): Delivery {
  return stop(delivery.result.state === 'open' ? { ...delivery, result } : delivery);
}

/**
 * Ends what failed. Neither a link that broke under it, which is one alarm of its own, nor that it was not sent in time
 * is the fault of the device.
 */
function fail(delivery: Delivery, state: 'failed' | 'expired', reason: string): Delivery {
  if (delivery.result.state !== 'open') return delivery;
  const isFaultOfLink = delivery.link !== 'up';
  return {
    ...delivery,
    result: {
      state,
      reason: isFaultOfLink ? BROKER_UNREACHABLE : reason,
      isDeviceAtFault: !isFaultOfLink && reason !== NOT_SENT_IN_TIME,
      isRetried: reachOf(delivery.phase) !== null,
    },
  };
}

/** What the broker said of the last try; null: it was received, or there was none. */
function reachOf(phase: DeliveryPhase): Reach | null {
  if (phase.name === 'unreceived') return 'nobody';
  if (phase.name === 'unanswered') return 'unknown';
  return 'reach' in phase ? phase.reach : null;
}

/** The writes that light the new lamp: none for `spento`. */
function lightingOf({ plan }: Delivery): readonly OutputWrite[] {
  return plan.writes.filter(({ payload }) => payload === '1');
}

/** Writes the new lamp, alone: the others stay as they are until it was received (docs/rules.md#order-of-writes). */
function light(delivery: Delivery, { now }: Known): DeliveryStep {
  if (!mayBeWritten(delivery, now)) return same(delivery);
  const reach = reachOf(delivery.phase);
  const writes = lightingOf(delivery);
  if (writes.length === 0) return darken(inPhase(delivery, { name: 'lighting', isLost: false, reach }), now);
  return {
    delivery: inPhase(delivery, { name: 'lighting', isLost: false, reach }),
    effects: [{ type: 'publish', writes }],
  };
}

/** The new lamp has been reported lit: the writes that switch the others off. */
function darken(delivery: Delivery, now: number): DeliveryStep {
  const writes = delivery.plan.writes.filter(({ payload }) => payload === '0');
  if (writes.length === 0) return same(written(delivery, now));
  if (!mayBeWritten(delivery, now)) return same(stop(delivery));
  const reach = reachOf(delivery.phase);
  const open = writes.map(({ channel }) => channel);
  return {
    delivery: inPhase(delivery, { name: 'darkening', open, lost: [], isUnreceived: false, reach }),
    effects: [{ type: 'publish', writes }],
  };
}

function written(delivery: Delivery, now: number): Delivery {
  return { ...delivery, isWhole: true, phase: { name: 'written', checkAt: now + CHECK_EVERY_MS } };
}

function handOver(delivery: Delivery, deviceReported: boolean, { now, confirmMs }: Known): Delivery {
  if (delivery.handedOverAt !== null) return delivery;
  const { deadlineAt, usualDeadlineAt, waitsForDevice } = delivery.plan;
  // Of a longer deadline nothing may be left: without the writes that follow the signal would show two lamps.
  const isLonger = deadlineAt > usualDeadlineAt;
  return {
    ...delivery,
    handedOverAt: now,
    sendUntil: isLonger ? Math.max(usualDeadlineAt, now + CLICK_DEADLINE_MS) : deadlineAt,
    windowEndsAt: waitsForDevice && !deviceReported ? null : now + confirmMs,
  };
}

function acknowledge(delivery: Delivery, channel: string): Delivery {
  const { acknowledged } = delivery;
  return acknowledged.includes(channel)
    ? delivery
    : { ...delivery, acknowledged: [...acknowledged, channel] };
}

type Written = Extract<DeliveryEvent, { type: 'written' }>;

function writeSettled(delivery: Delivery, event: Written, known: Known): DeliveryStep {
  const { phase } = delivery;
  if (phase.name === 'stopped') return same(delivery);
  if (event.outcome === 'rejected') return same(stop(fail(delivery, 'failed', REJECTED)));
  const isLamp = lightingOf(delivery).some(({ channel }) => channel === event.channel);
  if (isLamp) return lampSettled(delivery, event, known);
  if (phase.name !== 'darkening') return same(delivery);
  return otherSettled({ ...delivery, phase }, event, known);
}

/** What became of the write of the new lamp is known. */
function lampSettled(delivery: Delivery, { outcome, mayGoOn }: Written, known: Known): DeliveryStep {
  const { phase } = delivery;
  // A retry may be received while the try before it is still on record as not received.
  if (phase.name !== 'lighting' && phase.name !== 'unreceived' && phase.name !== 'unanswered')
    return same(delivery);
  if (outcome === 'lost') {
    if (phase.name !== 'lighting') return same(delivery);
    // Whether the new lamp is on is not known: the others stay as they are, or the signal could go dark.
    const lost = inPhase(delivery, { ...phase, isLost: true });
    return mayGoOn ? writeLost(lost, known) : same(stopUnless(lost, known.now));
  }
  if (outcome === 'nobody') return same(unreceived(delivery, known.now));
  if (outcome === 'unknown' && !delivery.answered) {
    return same(inPhase(delivery, { name: 'unanswered', retryAt: known.now + RETRY_AFTER_MS }));
  }
  return darken(delivery, known.now);
}

type Darkening = Delivery & { phase: Extract<DeliveryPhase, { name: 'darkening' }> };

/** What became of the write of another lamp is known. */
function otherSettled(
  delivery: Darkening,
  { channel, outcome, mayGoOn }: Written,
  known: Known,
): DeliveryStep {
  const { phase } = delivery;
  if (!phase.open.includes(channel)) return same(delivery);
  if (outcome === 'lost') {
    const lost = inPhase(delivery, { ...phase, lost: [...phase.lost, channel] });
    return mayGoOn ? writeLost(lost, known) : same(stopUnless(lost, known.now));
  }
  const open = phase.open.filter((one) => one !== channel);
  const isUnreceived = phase.isUnreceived || outcome === 'nobody';
  if (open.length > 0) return same(inPhase(delivery, { ...phase, open, isUnreceived }));
  // A device that went before it was told to put them out may come back dark: it is told everything again.
  return same(isUnreceived ? unreceived(delivery, known.now) : written(delivery, known.now));
}

/** Nobody was there: it is retried. A command that waits for its device has no window until that is heard. */
function unreceived(delivery: Delivery, now: number): Delivery {
  const waits = delivery.plan.waitsForDevice && delivery.result.state === 'open';
  return {
    ...delivery,
    phase: { name: 'unreceived', retryAt: now + RETRY_AFTER_MS },
    windowEndsAt: waits ? null : delivery.windowEndsAt,
  };
}

function stopUnless(delivery: Delivery, now: number): Delivery {
  return mayBeWritten(delivery, now) ? delivery : stop(delivery);
}

/**
 * Writes again what was lost with the link. It may or may not have arrived: to write a lamp twice changes nothing;
 * without the other writes the signal would show two lamps.
 */
function writeLost(delivery: Delivery, { now }: Known): DeliveryStep {
  const { phase } = delivery;
  const lost = lostOf(delivery);
  if (lost.length === 0) return same(delivery);
  if (!mayBeWritten(delivery, now)) return same(stop(delivery));
  const again: DeliveryPhase =
    phase.name === 'darkening'
      ? { ...phase, lost: [] }
      : { name: 'lighting', isLost: false, reach: reachOf(phase) };
  return { delivery: inPhase(delivery, again), effects: [{ type: 'publish', writes: lost }] };
}

/** The writes that wait for the link. */
function lostOf(delivery: Delivery): readonly OutputWrite[] {
  const { phase, plan } = delivery;
  if (phase.name === 'lighting') return phase.isLost ? lightingOf(delivery) : [];
  return phase.name === 'darkening' ? plan.writes.filter(({ channel }) => phase.lost.includes(channel)) : [];
}

/** Takes in what the device reports, which may confirm it (docs/rules.md#confirmation). */
function report(
  delivery: Delivery,
  { channel, payload }: { channel: string; payload: string },
  { now, lamps }: Known,
): Delivery {
  const { plan, acknowledged, result } = delivery;
  const message = lampReport(plan.device, { channel, payload });
  if (message === undefined) return delivery;
  const answers = answersCommand(plan.value, message) && acknowledged.includes(channel);
  const received = answers && !delivery.answered ? { ...delivery, answered: true } : delivery;
  const mayConfirm = result.state === 'open' || result.state === 'failed' || result.state === 'expired';
  const isLate = now - plan.acceptedAt > LATE_CONFIRMATION_MS;
  if (!received.answered || !mayConfirm || isLate) return received;
  return showsOnly(plan.device.type, lamps, plan.value)
    ? { ...received, result: { state: 'confirmed' } }
    : received;
}

function receive(delivery: Delivery, known: Known): DeliveryStep {
  if (delivery.handedOverAt === null || !mayBeWritten(delivery, known.now)) return same(delivery);
  const { phase } = delivery;
  if (awaitsDevice(delivery)) {
    const seen = { ...delivery, windowEndsAt: known.now + known.confirmMs };
    // It was coming back when the lamp was written, and may have missed that; one that answers has not.
    return delivery.answered ? goOn(seen, known) : light(seen, known);
  }
  return phase.name === 'unreceived' || phase.name === 'unanswered' ? goOn(delivery, known) : same(delivery);
}

/** What waits for a word of the device need not wait for its time. */
function goOn(delivery: Delivery, { now }: Known): DeliveryStep {
  const { phase } = delivery;
  if (phase.name === 'unreceived' && phase.retryAt !== null) return retry(delivery, 'unreceived');
  // Any other word of the device does not say that the new lamp is lit.
  return phase.name === 'unanswered' && delivery.answered ? darken(delivery, now) : same(delivery);
}

function retry(delivery: Delivery, name: 'unreceived' | 'unanswered'): DeliveryStep {
  return { delivery: inPhase(delivery, { name, retryAt: null }), effects: [{ type: 'request-turn' }] };
}

function tick(delivery: Delivery, known: Known): DeliveryStep {
  const ended = endOverdue(delivery, known);
  const { phase } = ended;
  if (phase.name === 'written') return checkLamps(ended, phase.checkAt, known);
  const isDue =
    (phase.name === 'unreceived' || phase.name === 'unanswered') &&
    phase.retryAt !== null &&
    phase.retryAt <= known.now;
  if (!isDue) return same(ended);
  // When its time is over, that nobody was there stays the reason.
  if (!mayBeWritten(ended, known.now)) return same(inPhase(ended, { ...phase, retryAt: null }));
  return retry(ended, phase.name);
}

/** Ends what its device did not confirm in its window, and what could not be sent by the deadline. */
function endOverdue(delivery: Delivery, known: Known): Delivery {
  const { plan, phase, handedOverAt, windowEndsAt } = delivery;
  const { now } = known;
  if (delivery.result.state !== 'open') return delivery;
  if (windowEndsAt !== null) {
    if (now < windowEndsAt) return delivery;
    if (reachOf(phase) === 'nobody') return fail(delivery, 'failed', NOT_CONNECTED);
    return fail(delivery, 'expired', notConfirmedReason(delivery, known));
  }
  if (now < plan.deadlineAt) return delivery;
  if (handedOverAt !== null) return fail(delivery, 'expired', DEVICE_NOT_REPORTING);
  // The former process may have handed it over: then a late report may still be its confirmation.
  if (plan.isResumed) return stop(fail(delivery, 'expired', INTERRUPTED));
  return stop(fail(delivery, 'failed', NOT_SENT_IN_TIME));
}

/** Tells the device again to put out what it still says is lit besides the new lamp, while that is awaited. */
function checkLamps(delivery: Delivery, checkAt: number, { now, lamps }: Known): DeliveryStep {
  if (delivery.result.state !== 'open' || now < checkAt) return same(delivery);
  const next = inPhase(delivery, { name: 'written', checkAt: now + CHECK_EVERY_MS });
  const { device, value, writes } = delivery.plan;
  // None before the new lamp is lit: the signal must not go dark.
  const mayDarken = (delivery.answered || value === 'spento') && mayBeWritten(delivery, now);
  const isStillLit = (write: OutputWrite) => {
    const lamp = write.payload === '0' && lampReport(device, write)?.lamp;
    return lamp && lamps[lamp]?.on === true;
  };
  const lit = mayDarken ? writes.filter(isStillLit) : [];
  return { delivery: next, effects: lit.length > 0 ? [{ type: 'publish', writes: lit }] : [] };
}
