import type { DeviceStatus, DeviceType } from '../channels.ts';
import type { Desired } from '../desired.ts';
import { type DeviceMetrics, parseMetrics } from '../device-metrics.ts';
import { DRAWS_FROM_W, faultDueAt, suspectedFault, type UsualPowers } from '../lamp-fault.ts';
import { lampMeasure } from '../lamp-measure.ts';
import { type LampColor, lampReport, litLamps, shownBy } from '../lamps.ts';
import { type LinkPolicy, parseLinkPolicy } from '../link-policy.ts';
import { afterReport, type DeviceMessage, type ReportedState } from '../live-message.ts';
import type { Maintenance } from '../maintenance.ts';
import { isGaugeChannel } from '../sensors/gauge-language.ts';
import { isOfCommand, isOfSilence, OFFLINE, RATE_EXCEEDED, silentFor } from './device-errors.ts';
import { copyOf, type DeviceState, type Link, type Moment, UNKNOWN_DEVICE } from './device-state.ts';
import { quietSince } from './device-view.ts';
import { mergePeerReport, mergePeerState, type PeerState, sameDesired } from './peer-state.ts';
import { withProblems } from './problems.ts';
import { heldAt, reassertionDueAt } from './reassertion.ts';
import { type Rhythm, reportedAgain } from './rhythm.ts';

/** A broker that is stopped sends the last will of everybody first, and then its link falls within this time. */
const HELD_MS = 2000;
/** After a restart of the broker its devices come back one by one; until then it still has their last wills. */
const KEPT_HELD_MS = 10_000;
/** The time of day may be set: what waits for one is looked at so often. */
const CLOCK_CHECK_MS = 1000;
const AVAILABILITY_CHANNEL = 'status';
const POLICY_CHANNEL = 'policy';
const NEVER = Number.POSITIVE_INFINITY;
const NO_ERROR = { error: false, errorReason: null };

/** What a message means. `offline` is the word of the broker, which need not be true for long. */
export type DeviceReport =
  | { kind: 'report'; lamp: LampColor; on: boolean }
  | { kind: 'metrics'; metrics: Partial<DeviceMetrics> }
  | { kind: 'measure'; lamp: LampColor; power?: number; light?: boolean }
  | { kind: 'policy'; policy: LinkPolicy }
  /** A gauge measured something: what, its own rules say (docs/rules.md#gauges). */
  | { kind: 'reading' }
  | { kind: 'online' | 'offline' };

/** What happens to a device. */
export type DeviceEvent =
  | ({ kind: 'said'; word: DeviceReport } & Pick<DeviceMessage, 'retained' | 'queued'>)
  /** It is in error, for a reason in Italian. */
  | { kind: 'failed'; reason: string }
  /** A command was accepted: from now on this is pending, and desired unless a later delivery already desires. */
  | { kind: 'commanded'; desired: Desired; deliveryId: number }
  /** A step of a lamp test, or what is desired once more, is sent: it is pending, and what is desired stays. */
  | { kind: 'awaited'; value: DeviceStatus }
  /** The command is over, confirmed or not: nothing is pending any more, and what it desired stays in force. */
  | { kind: 'settled' }
  /** Of the last command nothing was sent, because a person stopped it: what was desired before is so again. */
  | { kind: 'taken-back'; former: Desired | null }
  /** What is desired was commanded again, because the device did not hold it; or may not be, for now. */
  | { kind: 'reasserted' | 'not-reasserted' }
  | { kind: 'test-begun'; former: DeviceStatus; isOver: boolean }
  | { kind: 'test-ended' }
  /** People work on it, or, with null, no more. */
  | { kind: 'maintained'; maintenance: Maintenance | null }
  /** A person accepts what it shows in place of what was desired. */
  | { kind: 'accepted'; by: string }
  /** It has another owner: what one Comune desired is no business of the next. */
  | { kind: 'handed-over' }
  /** Another server has commanded it since: nothing is pending here, and what was desired counts here no more. */
  | { kind: 'ownership-lost' }
  /** What other servers know of it, and stored. */
  | { kind: 'peer-state'; stored: PeerState }
  /** What other servers heard and stored of it, where this one has not heard it itself. */
  | { kind: 'peer-report'; reported: Pick<ReportedState, 'status' | 'updatedAt' | 'lamps'> }
  /** Time has passed. */
  | { kind: 'tick' };

/** What a message of the device means; undefined when it means nothing. */
export function reportOf(
  device: { type: DeviceType; key: string },
  message: Pick<DeviceMessage, 'channel' | 'payload'>,
): DeviceReport | undefined {
  const { channel, payload } = message;
  const word = lampReport(device, message);
  if (word) return { kind: 'report', ...word };
  const metrics = parseMetrics(channel, payload);
  if (metrics) return { kind: 'metrics', metrics };
  const measured = lampMeasure(device, message);
  if (measured) return { kind: 'measure', ...measured };
  if (device.type === 'misuratore' && isGaugeChannel(channel)) return { kind: 'reading' };
  const policy = channel === POLICY_CHANNEL ? parseLinkPolicy(payload) : undefined;
  if (policy) return { kind: 'policy', policy };
  if (channel !== AVAILABILITY_CHANNEL) return undefined;
  return payload === 'online' || payload === 'offline' ? { kind: payload } : undefined;
}

/** The device after an event; the same one when nothing changed. It has no clock of its own, and does nothing else. */
export function stepDevice(state: DeviceState, event: DeviceEvent, at: Moment): DeviceState {
  const next = after(state, event, at);
  return next === state && event.kind !== 'tick' ? state : withProblems(next, at);
}

/** When the device must be given a `tick`, if nothing happens before (monotonic, ms); null: never. */
export function wakeAt(state: DeviceState, { now, elapsed, link, silenceMs }: Moment): number | null {
  const { offline, rhythm, maintenance } = state;
  const receivedAt = link.isOpen ? silentFrom(rhythm, link) : elapsed;
  const mayFallSilent = rhythm !== null && silenceMs > 0;
  const isQuiet = quietSince(state, link) !== null;
  const dueAt = reassertionDueAt(state);
  const mayFallQuiet = mayFallSilent && !isQuiet && rhythm.quietAfterMs !== null;
  // One that is due waits for whoever may command.
  const notYetDue = dueAt !== null && dueAt > now ? dueAt : null;
  const byClock = (time: number | null) =>
    time === null ? NEVER : elapsed + Math.min(time - now, CLOCK_CHECK_MS);
  const wake = Math.min(
    offline?.dueAt ?? NEVER,
    mayFallSilent && !state.isSilenceNotified ? receivedAt + silenceMs : NEVER,
    mayFallQuiet ? receivedAt + rhythm.quietAfterMs : NEVER,
    byClock(maintenance?.until ?? null),
    byClock(notYetDue),
    byClock(faultDueAt(state.measures, now)),
    byClock(heldAt(state)),
  );
  return wake === NEVER ? null : wake;
}

/** A state as it was stored: who reads it back has not heard the device, and its silence begins now. */
export function restored(
  stored: DeviceState,
  open: Pick<DeviceState, 'errorProblem' | 'outOfSyncProblem' | 'maintenance' | 'usualPower'>,
  { elapsed }: Pick<Moment, 'elapsed'>,
): DeviceState {
  return {
    ...stored,
    ...open,
    rhythm: stored.receivedAt === null ? null : { lastAt: elapsed, gaps: [], quietAfterMs: null },
    quiet: null,
    isSilenceNotified: false,
    hold: UNKNOWN_DEVICE.hold,
  };
}

function after(state: DeviceState, event: DeviceEvent, at: Moment): DeviceState {
  switch (event.kind) {
    case 'said':
      return afterReported(state, event, at);
    case 'failed':
      return failed(state, event.reason);
    case 'commanded':
      return commanded(state, event);
    case 'awaited':
      return { ...state, pending: event.value, pendingOnPeer: null };
    case 'settled':
      return nothingPending(state);
    case 'taken-back':
      return { ...state, desired: event.former, reasserted: 0 };
    case 'reasserted':
      return { ...state, reasserted: (state.reasserted ?? 0) + 1 };
    case 'not-reasserted':
      return { ...state, hold: { ...state.hold, since: at.now } };
    case 'test-begun': {
      const { former, isOver } = event;
      const isSame = state.test?.former === former && state.test.isOver === isOver;
      return isSame ? state : { ...state, test: { former, isOver } };
    }
    case 'test-ended':
      return state.test === null ? state : { ...state, test: null };
    case 'maintained': {
      const { maintenance } = event;
      return maintenance === state.maintenance ? state : { ...state, maintenance };
    }
    case 'accepted':
      return accepted(state, event.by, at.now);
    case 'handed-over': {
      const isSame = state.desired === null && state.maintenance === null;
      return isSame ? state : { ...state, desired: null, maintenance: null };
    }
    case 'ownership-lost':
      return { ...nothingPending(state), desired: null };
    case 'peer-state':
      return mergePeerState(state, event.stored, at.now);
    case 'peer-report':
      return mergePeerReport(state, event.reported, at.link.session);
    case 'tick':
      return ticked(state, at);
  }
}

function commanded(
  state: DeviceState,
  { desired: now, deliveryId }: Extract<DeviceEvent, { kind: 'commanded' }>,
): DeviceState {
  const awaited = { ...state, pending: now.value, pendingOnPeer: null };
  // A peer accepted a later one, and this one is about to give way to it.
  if (deliveryId < state.desiredVersion) return awaited;
  const desired = sameDesired(state.desired, now);
  const reasserted = desired === state.desired ? state.reasserted : 0;
  return { ...awaited, desired, desiredVersion: deliveryId, reasserted };
}

/** What the broker kept retained may be older than what is known; what it queued is not (docs/rules.md#reports). */
function afterReported(
  state: DeviceState,
  said: Extract<DeviceEvent, { kind: 'said' }>,
  at: Moment,
): DeviceState {
  const { word, retained } = said;
  const { now, elapsed, link } = at;
  if (word.kind === 'offline') return leaving(state, retained, at);
  const isOld = retained && !said.queued;
  const next = copyOf(isOld ? state : cameBack(state));
  if (word.kind === 'report') {
    const reported = afterReport(next, word, { said, now, session: link.session });
    forgetMeasure(next, { lamp: word.lamp, reported, session: link.session });
    report(next, reported);
  }
  if (word.kind === 'metrics') noteMetrics(next, word.metrics, said, at);
  if (word.kind === 'measure' && !retained) noteMeasure(next, word, at);
  if (word.kind === 'policy') next.reportedPolicy = { ...word.policy, at: now };
  // The broker's memory of `online` drops a held `offline`, but clears no error (docs/rules.md#retained-messages).
  if (!isOld || word.kind === 'online') next.offline = null;
  if (retained) return next;
  if (isOfSilence(next.errorReason)) Object.assign(next, NO_ERROR);
  next.receivedAt = now;
  next.receivedIn = link.session;
  next.rhythm = reportedAgain(state.rhythm, elapsed, state.receivedIn === link.session);
  next.quiet = null;
  next.isSilenceNotified = false;
  return next;
}

type Copy = ReturnType<typeof copyOf>;

/** What was measured of a lamp before it changed, or before the link was made, says nothing of it now. */
function forgetMeasure(
  next: Copy,
  { lamp, reported, session }: { lamp: LampColor; reported: ReportedState; session: number },
): void {
  const measure = next.measures[lamp];
  if (measure === undefined) return;
  const isOfNow = measure.reportedIn === session && next.lamps[lamp]?.on === reported.lamps[lamp]?.on;
  if (!isOfNow) next.measures = { ...next.measures, [lamp]: undefined };
}

function report(next: Copy, reported: ReportedState): void {
  next.status = reported.status;
  next.lamps = reported.lamps;
  next.updatedAt = reported.updatedAt;
  next.error = reported.error;
  next.errorReason = reported.errorReason;
}

function noteMeasure(
  next: Copy,
  { lamp, power, light }: Extract<DeviceReport, { kind: 'measure' }>,
  { now, link: { session: reportedIn } }: Moment,
): void {
  const known = next.measures[lamp];
  const former = known?.reportedIn === reportedIn ? known : undefined;
  const values = { power: power ?? former?.power ?? null, light: light ?? former?.light ?? null };
  const isOn = next.lamps[lamp]?.on;
  const kind = isOn === undefined ? null : suspectedFault(isOn, values, next.usualPower[lamp]);
  const isSame = former?.power === values.power && former.light === values.light;
  if (next.test?.isOver === false && isOn !== undefined && values.power !== null)
    next.usualPower = withUsual(next.usualPower, { lamp, isOn, power: values.power });
  if (isSame && former.suspected?.kind === (kind ?? undefined)) return;
  const suspected = kind && (former?.suspected?.kind === kind ? former.suspected : { kind, since: now });
  next.measures = { ...next.measures, [lamp]: { ...values, reportedIn, suspected } };
}

/** What a lamp draws in a lamp test is what it usually draws; one that is lit and draws nothing teaches nothing. */
function withUsual(
  usual: UsualPowers,
  { lamp, isOn, power }: { lamp: LampColor; isOn: boolean; power: number },
): UsualPowers {
  const before = usual[lamp] ?? { on: null, off: null };
  const isBurnt = isOn && power < DRAWS_FROM_W;
  if (isBurnt || before[isOn ? 'on' : 'off'] === power) return usual;
  return { ...usual, [lamp]: { ...before, [isOn ? 'on' : 'off']: power } };
}

function noteMetrics(
  next: Copy,
  metrics: Partial<DeviceMetrics>,
  { retained }: Pick<DeviceMessage, 'retained'>,
  { now, link }: Moment,
): void {
  next.temp = metrics.temp ?? next.temp;
  next.vcc = metrics.vcc ?? next.vcc;
  next.uptime = metrics.uptime ?? next.uptime;
  if (retained) return;
  next.metricsUpdatedAt = now;
  if (metrics.uptime === undefined) return;
  next.uptimeAt = now;
  next.uptimeIn = link.session;
}

/** The device may be back at once, or the broker may be going down (docs/rules.md#availability). */
function leaving(state: DeviceState, isKept: boolean, { elapsed, link }: Moment): DeviceState {
  // What the broker kept is older than what the device has said since.
  if (isKept && state.receivedIn === link.session) return state;
  if (state.offline?.losses === link.losses) return state;
  const dueAt = elapsed + (isKept ? KEPT_HELD_MS : HELD_MS);
  return { ...state, offline: { dueAt, losses: link.losses } };
}

function ticked(state: DeviceState, at: Moment): DeviceState {
  const { now } = at;
  let next = silentAt(goneAt(state, at), at);
  const { maintenance } = state;
  if (maintenance !== null && maintenance.until <= now) next = { ...next, maintenance: null };
  const held = heldAt(state);
  return held !== null && held <= now ? { ...next, reasserted: 0 } : next;
}

/** An `offline` was held for long enough. */
function goneAt(state: DeviceState, { elapsed, link }: Moment): DeviceState {
  const { offline } = state;
  if (offline === null || offline.dueAt > elapsed) return state;
  // The last will of one that was cut off follows from that. The link fell since: it was the broker that went.
  const isGone = offline.losses === link.losses && state.errorReason !== RATE_EXCEEDED;
  return { ...(isGone ? failed(state, OFFLINE) : state), offline: null };
}

/** It was not heard for longer than its rhythm, or than any device may be silent (docs/rules.md#silence). */
function silentAt(state: DeviceState, { now, elapsed, link, silenceMs }: Moment): DeviceState {
  const { rhythm } = state;
  if (rhythm === null || !link.isOpen || silenceMs === 0) return state;
  const forMs = elapsed - silentFrom(rhythm, link);
  const fallsQuiet =
    rhythm.quietAfterMs !== null && forMs >= rhythm.quietAfterMs && quietSince(state, link) === null;
  const next = fallsQuiet ? { ...state, quiet: { since: now - forMs, session: link.session } } : state;
  const isError = forMs >= silenceMs && !state.isSilenceNotified;
  return isError ? { ...failed(next, silentFor(silenceMs)), isSilenceNotified: true } : next;
}

/** Since when its silence counts (monotonic, ms): time without a link does not. */
function silentFrom(rhythm: Rhythm | null, link: Link): number {
  return Math.max(rhythm?.lastAt ?? 0, link.since);
}

/** The status stays: it is what the device last said. */
function failed(state: DeviceState, errorReason: string): DeviceState {
  return { ...state, error: true, errorReason };
}

function withoutError(state: DeviceState): DeviceState {
  return { ...state, ...NO_ERROR };
}

/** Being there again ends the error of having been offline, and no other. */
function cameBack(state: DeviceState): DeviceState {
  return state.errorReason === OFFLINE ? withoutError(state) : state;
}

function nothingPending(state: DeviceState): DeviceState {
  const isSame = state.pending === null && state.pendingOnPeer === null;
  return isSame ? state : { ...state, pending: null, pendingOnPeer: null };
}

/** Of several lit lamps none is desired more than another: then nothing is. */
function accepted(state: DeviceState, by: string, since: number): DeviceState {
  const value = litLamps(state.lamps).length > 1 ? null : shownBy(state.lamps);
  const desired: Desired | null = value && { value, since, by, source: 'command' };
  const next = { ...state, desired, reasserted: 0 };
  return isOfCommand(state) ? withoutError(next) : next;
}
