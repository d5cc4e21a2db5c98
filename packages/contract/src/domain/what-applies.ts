import type { DeviceStatus } from './channels.ts';
import { isSignalColor, SIGNAL_COLORS, type SignalColor } from './signal-color.ts';

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
 * What applies to a device at a moment (docs/rules.md#what-applies): `alert`, it follows the highest one; `override`, a
 * person's later command stands above that alert until it ends; `command`, the newest command, which no alert stands
 * behind; `nothing`, it was never commanded.
 */
export type Applies<A> =
  | { by: 'alert'; alert: A; value: DeviceStatus }
  | { by: 'override'; alert: A; value: DeviceStatus }
  | { by: 'command'; value: DeviceStatus }
  | { by: 'nothing' };

/** What applies to a device with those alerts in course and that newest command. */
export function whatApplies<A extends AlertInCourse>(
  alerts: readonly A[],
  last: LastCommand | undefined,
): Applies<A> {
  if (!last) return { by: 'nothing' };
  const { value } = last;
  const alert = last.ofAlert ? highestAlert(alerts) : overriddenAlert(alerts, last);
  if (!alert) return { by: 'command', value };
  return { by: last.ofAlert ? 'alert' : 'override', alert, value };
}

/**
 * The alert whose lamp a person's later command overrides until that alert ends (docs/rules.md#overrides). An alert
 * that began after the command ends the override if it is the highest, and graver than what the person commanded.
 */
function overriddenAlert<A extends AlertInCourse>(alerts: readonly A[], last: LastCommand): A | undefined {
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
  const applies = whatApplies(others, last);
  if (applies.by === 'override' && gravityOf(applies.value) >= gravity) return false;
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
  const applies = whatApplies(device.alerts, last);
  const lowers = (than: DeviceStatus) => gravityOf(value) < gravityOf(than);
  if (inCourse && lowers(applies.by === 'nothing' ? inCourse.color : applies.value)) return 'allerta';
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
  const applies = whatApplies([...others, alert], last);
  if (applies.by === 'nothing' || applies.by === 'command' || applies.alert !== alert) return undefined;
  if (applies.by === 'override' && device.keepsOverride) return undefined;
  if (next && highestAlert([...others, next]) === next) return undefined;
  const color = highestAlert(others)?.color ?? device.former;
  // Said again over a person's command: the device follows an alert from here on.
  return applies.by === 'alert' && applies.value === color ? undefined : color;
}
