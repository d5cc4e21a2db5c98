/** What a person of a Comune may do, each also what those before it may (docs/rules.md#persons). */
export const DUTIES = ['read', 'operate', 'manage'] as const;

export type Duty = (typeof DUTIES)[number];

/** What people read. */
export const DUTY_NAMES: Record<Duty, string> = { read: 'legge', operate: 'comanda', manage: 'dirige' };

/** True when that duty is enough for what needs the other. */
export function isDutyEnough(duty: Duty, needed: Duty): boolean {
  return DUTIES.indexOf(duty) >= DUTIES.indexOf(needed);
}
