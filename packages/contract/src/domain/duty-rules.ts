import { type AlarmKind, DUTY_ALARM } from './alarm-rules.ts';
import { romeWallTime } from './rome-time.ts';

/** By what people on duty are reached, those that wake them first. */
export const DUTY_CHANNELS = ['voice', 'sms', 'ntfy', 'gotify', 'push', 'telegram', 'email'] as const;

export type DutyChannel = (typeof DUTY_CHANNELS)[number];

/** The names of the channels, as people read them. */
export const DUTY_CHANNEL_NAMES: Readonly<Record<DutyChannel, string>> = {
  voice: 'telefonata',
  sms: 'SMS',
  ntfy: 'ntfy',
  gotify: 'Gotify',
  push: 'notifica',
  telegram: 'Telegram',
  email: 'e-mail',
};

/** Where each channel reaches a person; null: nowhere. */
export type DutyAddresses = Readonly<
  Record<'email' | 'ntfy' | 'gotify' | 'sms' | 'voice', string | null> &
    Record<'chat_id' | 'push_id', number | null>
>;

/** Where a channel reaches a person; null: nowhere. */
export function addressOf(person: DutyAddresses, channel: DutyChannel): string | number | null {
  if (channel === 'telegram') return person.chat_id;
  return channel === 'push' ? person.push_id : person[channel];
}

/** What wakes a person: at night it goes before the others for what is grave. */
export const WAKING_CHANNELS: ReadonlySet<string> = new Set<DutyChannel>(['voice', 'sms', 'ntfy']);

export const SEVERITIES = ['lieve', 'grave'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const DUTY_HOURS = ['sempre', 'giorno', 'notte'] as const;
export type DutyHours = (typeof DUTY_HOURS)[number];

/** From which severity on a channel is used, and when. */
export type DutyRule = { from: Severity; hours: DutyHours };

/** What can wait for the morning: citizens see the right lamps meanwhile. All else is grave. */
const LIGHT: ReadonlySet<AlarmKind> = new Set<AlarmKind>([
  'silenzioso',
  'alimentazione bassa',
  'caldo',
  'riavvii',
  'lampada debole',
  'misura sospetta',
  'disco',
  'bot',
  'bollettino',
  'copia',
  DUTY_ALARM,
]);

/** How grave an alarm is for those on duty. */
export function severityOf(kind: AlarmKind): Severity {
  return LIGHT.has(kind) ? 'lieve' : 'grave';
}

/** Called also during a maintenance of the Comune: high water, and people who cannot be reached. */
const NEVER_QUIET: ReadonlySet<AlarmKind> = new Set<AlarmKind>(['acqua alta', DUTY_ALARM]);

/** True for what calls no one during a planned maintenance. */
export function isQuietInMaintenance(kind: AlarmKind): boolean {
  return !NEVER_QUIET.has(kind);
}

const NIGHT_FROM = '22:00';
const NIGHT_TO = '07:00';

/** True from 22 to 7 in Rome. */
export function isNight(instant: number): boolean {
  const { time } = romeWallTime(instant);
  return time >= NIGHT_FROM || time < NIGHT_TO;
}

/** The rule of a channel for which a person has none: a call rings only for what is grave. */
export function ruleOf(rules: Partial<Record<DutyChannel, DutyRule>>, channel: DutyChannel): DutyRule {
  return rules[channel] ?? { from: channel === 'voice' ? 'grave' : 'lieve', hours: 'sempre' };
}

/** True when the rule lets an alarm of that severity through at that time. */
export function letsThrough(
  { from, hours }: DutyRule,
  { severity, now }: { severity: Severity; now: number },
): boolean {
  if (from === 'grave' && severity === 'lieve') return false;
  return hours === 'sempre' || (hours === 'notte') === isNight(now);
}
