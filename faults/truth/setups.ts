/** The things that are started together for a run. */
export const SETUPS = ['embedded', 'mosquitto', 'postgres', 'servers'] as const;
export type Setup = (typeof SETUPS)[number];

/** The setups that a word names: one of them, or all. Throws when there is none of that name. */
export function chosenSetups(report: string): readonly Setup[] {
  const setups = SETUPS.filter((setup) => report === 'all' || report === setup);
  if (setups.length === 0) throw new Error(`no such setup: ${report}`);
  return setups;
}
