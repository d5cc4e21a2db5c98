import type { DeviceStatus } from './channels.ts';
import type { ScheduleOutcome } from './schedule-rules.ts';
import { isSignalColor, SIGNAL_COLORS, type SignalColor } from './signal-color.ts';
import { WHOM_KINDS } from './whom.ts';

/** How an alert stands (docs/rules.md#alerts). */
export const ALERT_STATES = [
  'proposta',
  'confermata',
  'in corso',
  'conclusa',
  'rifiutata',
  'revocata',
  'superata',
] as const;

export type AlertState = (typeof ALERT_STATES)[number];

/** What was decided of an alert; its beginning and its end are acts of their own. */
export type AlertDecision = Exclude<AlertState, 'in corso'>;

/** Where an alert comes from: the words of a person, or a bulletin. */
export const ALERT_SOURCES = ['persona', 'bollettino'] as const;

export type AlertSource = (typeof ALERT_SOURCES)[number];

/** For whom an alert is; `nessuno`: an exercise on the screen only. */
export const ALERT_WHOM_KINDS = [...WHOM_KINDS, 'zona', 'nessuno'] as const;

export type AlertWhomKind = (typeof ALERT_WHOM_KINDS)[number];

/**
 * What a person is still asked: to begin what was not begun in time, to confirm the end, or to confirm what another
 * person asked for.
 */
export const ALERT_AWAITS = ['inizio', 'fine', 'seconda persona'] as const;

export type AlertAwaits = (typeof ALERT_AWAITS)[number];

/** What the policy of a Comune makes of a bulletin: `propone` unless told otherwise (docs/rules.md#alert-policy). */
export const ALERT_POLICIES = ['propone', 'alza', 'avvisa'] as const;

export type AlertPolicy = (typeof ALERT_POLICIES)[number];

/** The setting of a user that holds the policy. */
export const ALERT_POLICY_SETTING = 'alert_policy';

/** At the end of an alert a lamp is left as it is for another alert that begins within this time. */
export const NEXT_ALERT_WITHIN_MS = 60_000;

/** The last minute of a day: alerts of bulletins end at 23:59. */
export const LAST_MINUTE = '23:59';

/** How the beginning or the end of an alert went: null while it waits, undefined when it was never appointed. */
type StepOutcome = ScheduleOutcome | null | undefined;

export type AlertFacts = {
  decision: AlertDecision;
  /** When it begins and ends (epoch ms); confirmed late, it begins later than it is for. */
  beginsAt: number;
  to: number;
  /** False when a machine raised it and no person has confirmed when it ends. */
  endConfirmed: boolean;
  /** True once a person made it or wanted it: a proposal then waits for another one. */
  isAsked?: boolean;
  begin: StepOutcome;
  end: StepOutcome;
};

/** The state of an alert and what it awaits, from what was decided and done. */
export function alertStanding(
  facts: AlertFacts,
  now: number,
): { state: AlertState; awaits: AlertAwaits | null } {
  const { decision, to, begin, end } = facts;
  const unlessEndMissed = end === 'mancata' ? 'fine' : null;
  if (decision === 'proposta') return proposalStanding(facts, now);
  if (decision !== 'confermata') return { state: decision, awaits: unlessEndMissed };
  if (wasDone(end)) return { state: 'conclusa', awaits: null };
  if (wasDone(begin)) {
    const asksForEnd = end === 'mancata' || (to <= now && !facts.endConfirmed);
    return { state: 'in corso', awaits: asksForEnd ? 'fine' : null };
  }
  if (begin === 'annullata') return { state: 'revocata', awaits: null };
  if (to <= now && begin === 'mancata') return { state: 'conclusa', awaits: null };
  return { state: 'confermata', awaits: begin === 'mancata' ? 'inizio' : null };
}

function proposalStanding({ to, isAsked }: AlertFacts, now: number): ReturnType<typeof alertStanding> {
  if (to <= now) return { state: 'superata', awaits: null };
  return { state: 'proposta', awaits: isAsked === true ? 'seconda persona' : null };
}

/**
 * True while an alert determines lamps: from its beginning, even one that was missed, until its end is done or due.
 * What has begun goes on, also when the clock is set back to a time before.
 */
export function isAlertInCourse(facts: AlertFacts, now: number): boolean {
  const { decision, beginsAt, to, begin, end } = facts;
  if (decision !== 'confermata' || wasDone(end) || begin === 'annullata') return false;
  // Of two ends that are late the newer one goes first: the other, which waits, must not hold the lamp.
  if (end === null && to <= now) return false;
  return wasDone(begin) || (beginsAt <= now && now < to);
}

/** False for a beginning or an end that was never appointed, waits, was missed or was taken back. */
export function wasDone(outcome: StepOutcome): boolean {
  return outcome !== null && outcome !== undefined && outcome !== 'mancata' && outcome !== 'annullata';
}

/** An alert in course, as far as it determines the lamps of a device. */
export type AlertInCourse = {
  id: number;
  color: SignalColor;
  beginsAt: number;
  to: number;
  drill: boolean;
  /** The command that began it, where there was one. Numbers of commands grow, whatever the clock does. */
  begunBy?: number | null;
};

/** The newest command of a device; `ofAlert`: an alert gave it. */
export type LastCommand = { id?: number; at: number; value: DeviceStatus; ofAlert: boolean };

/** Whether an alert had begun when a command was given. */
function hadBegun({ begunBy, beginsAt }: AlertInCourse, { id, at }: LastCommand): boolean {
  return typeof begunBy === 'number' && id !== undefined ? begunBy < id : beginsAt < at;
}

/** The alert that determines a lamp: a real one before an exercise, the gravest, then the one that ends last. */
export function highestAlert<A extends AlertInCourse>(alerts: readonly A[]): A | undefined {
  return alerts.reduce<A | undefined>(
    (highest, one) => (highest && !outranks(one, highest) ? highest : one),
    undefined,
  );
}

function outranks(one: AlertInCourse, other: AlertInCourse): boolean {
  if (one.drill !== other.drill) return other.drill;
  const byColor = gravityOf(one.color) - gravityOf(other.color);
  return (byColor || one.to - other.to || one.id - other.id) > 0;
}

/** How grave a color is; dark and lantern states are none. */
export function gravityOf(value: DeviceStatus): number {
  return isSignalColor(value) ? SIGNAL_COLORS.indexOf(value) : -1;
}

/**
 * The alert whose lamp a person's later command overrides until that alert ends (docs/rules.md#overrides); undefined
 * when the device follows its alert, or has none. An alert that began after the command ends the override if it is
 * the highest, and graver than what the person commanded.
 */
export function overriddenAlert<A extends AlertInCourse>(
  alerts: readonly A[],
  last: LastCommand | undefined,
): A | undefined {
  if (!last || last.ofAlert) return undefined;
  const overridden = highestAlert(alerts.filter((alert) => hadBegun(alert, last)));
  const highest = highestAlert(alerts);
  const isEnded =
    highest !== undefined &&
    !hadBegun(highest, last) &&
    gravityOf(highest.color) > gravityOf(last.value) &&
    !(highest.drill && overridden?.drill === false);
  return isEnded ? undefined : overridden;
}

/**
 * What a signal is to show once no alert is in course there, as known when one begins; undefined when others went
 * before that one: then what was known before the first of them holds.
 */
export function colorBeforeAlerts({
  others,
  last,
  shown,
}: {
  others: readonly AlertInCourse[];
  last: LastCommand | undefined;
  /** What the device says that it shows. */
  shown: DeviceStatus | null;
}): DeviceStatus | undefined {
  if (others.length > 0 || last?.ofAlert) return undefined;
  return last?.value ?? shown ?? 'verde';
}

/** The beginning of an alert on a device: true when it gives the device its color. `others`: in course there. */
export function beginsOn(
  alert: AlertInCourse & { byPerson: boolean },
  device: {
    others: readonly AlertInCourse[];
    last: LastCommand | undefined;
    /** What the device says that it shows. */
    shown: DeviceStatus | null;
  },
): boolean {
  const { others, last, shown } = device;
  if (highestAlert([...others, alert]) !== alert) return false;
  const gravity = gravityOf(alert.color);
  if (overriddenAlert(others, last) && last && gravityOf(last.value) >= gravity) return false;
  // A machine only raises.
  if (alert.byPerson) return true;
  return Math.max(last ? gravityOf(last.value) : -1, shown ? gravityOf(shown) : -1) <= gravity;
}

/**
 * Whether a schedule leaves a signal as it is, because no machine lowers a color by itself
 * (docs/rules.md#what-a-schedule-does-not-lower). `madeAt`: when a person made it; null for a recurring plan, which no
 * person made for that day.
 */
export function keepsColor(
  { value, madeAt }: { value: DeviceStatus; madeAt: number | null },
  device: {
    alerts: readonly AlertInCourse[];
    last: (LastCommand & { ofSchedule: boolean }) | undefined;
  },
): 'allerta' | 'persona' | undefined {
  const { last } = device;
  const inCourse = highestAlert(device.alerts.filter(({ beginsAt }) => madeAt === null || madeAt < beginsAt));
  const lowers = (than: DeviceStatus) => gravityOf(value) < gravityOf(than);
  if (inCourse && lowers(last?.value ?? inCourse.color)) return 'allerta';
  return madeAt === null && last && !last.ofSchedule && lowers(last.value) ? 'persona' : undefined;
}

/**
 * What a device goes back to at the end of an alert: the color of the highest other alert in course, else what it
 * showed before alerts (`former`). Undefined: the end changes nothing there.
 */
export function colorAfter(
  alert: AlertInCourse,
  device: {
    others: readonly AlertInCourse[];
    last: LastCommand | undefined;
    /** Another alert that is about to begin there. */
    next: AlertInCourse | undefined;
    former: DeviceStatus;
    /** True when a color that a person set by hand during the alert stays. */
    keepsOverride: boolean;
  },
): DeviceStatus | undefined {
  const { others, last, next } = device;
  if (!last || (device.keepsOverride && !last.ofAlert)) return undefined;
  const all = [...others, alert];
  const followed = last.ofAlert ? highestAlert(all) : overriddenAlert(all, last);
  if (followed !== alert) return undefined;
  if (next && highestAlert([...others, next]) === next) return undefined;
  const color = highestAlert(others)?.color ?? device.former;
  // Said again over a person's command: the device follows an alert from here on.
  return last.ofAlert && last.value === color ? undefined : color;
}
