export const LANTERN_STATES = ['acceso', 'spento'] as const;

export type LanternState = (typeof LANTERN_STATES)[number];

/** The lantern state of a stored status: `rosso` is acceso, `verde` is spento, others stay (docs/rules.md#reports). */
export function lanternStateOf<Status extends string | null>(
  status: Status,
): Exclude<Status, 'rosso' | 'verde'> | LanternState {
  if (status === 'rosso') return 'acceso';
  if (status === 'verde') return 'spento';
  return status as Exclude<Status, 'rosso' | 'verde'>;
}

/**
 * The state that a toggle commands: the opposite of the confirmed one. Unknown counts as off (docs/rules.md#toggle).
 */
export function toggledLanternState(confirmed: string | null): LanternState {
  return confirmed === 'acceso' ? 'spento' : 'acceso';
}
