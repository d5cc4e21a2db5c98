import type { DeviceStatus, LampDeviceType } from './channels.ts';

/** How a recurring plan repeats (docs/rules.md#recurring-plans). */
export const PLAN_REPEATS = ['giorno', 'settimana', 'date'] as const;

export type PlanRepeat = (typeof PLAN_REPEATS)[number];

/** The days of the week as a plan names them, in their order. */
export const WEEKDAYS = ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom'] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** What a plan does on its days: begin, and perhaps end. */
export type PlanStep = 'inizio' | 'fine';

export const PLAN_STATES = ['attivo', 'in pausa', 'finito'] as const;

export type PlanState = (typeof PLAN_STATES)[number];

/** On which days a plan is: every so many days or weeks, or on the dates that it names (`2026-12-25`). */
export type PlanDays = {
  repeat: PlanRepeat;
  every: number;
  days: readonly Weekday[];
  dates: readonly string[];
  startsOn: string;
  endsOn: string | null;
  exceptions: readonly string[];
};

/** A time of day of a plan: a time of Rome (`18:30`), or the sun's, so many minutes later or earlier. */
export type PlanMoment = { kind: 'ora'; time: string } | { kind: 'alba' | 'tramonto'; offsetMin: number };

/** A time of day as it is written: `18:30`, `alba`, `tramonto-30`. */
export const PLAN_MOMENT_PATTERN =
  /^(?:(?:[01]\d|2[0-3]):[0-5]\d|(alba|tramonto)([+-](?:[1-9]\d?|1[0-7]\d|180))?)$/;

/** The time of day that a text names; undefined for another text. */
export function parsePlanMoment(text: string): PlanMoment | undefined {
  const match = PLAN_MOMENT_PATTERN.exec(text);
  if (!match) return undefined;
  const [, sun, offset] = match;
  if (sun === undefined) return { kind: 'ora', time: text };
  return { kind: sun === 'alba' ? 'alba' : 'tramonto', offsetMin: Number(offset ?? 0) };
}

/** Whether a plan needs to know where its devices stand. */
export function needsPlaces(moments: readonly (PlanMoment | null)[]): boolean {
  return moments.some((moment) => moment !== null && moment.kind !== 'ora');
}

/** What a plan commands at its end: signals go to verde, lanterns to their other state. */
export function valueAtEnd(deviceType: LampDeviceType, value: DeviceStatus): DeviceStatus {
  if (deviceType === 'semaforo') return 'verde';
  return value === 'acceso' ? 'spento' : 'acceso';
}
