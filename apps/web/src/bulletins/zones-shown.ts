import type { ZoneLevelRecord } from '@semaforo/contract/api/bulletins';

/** Which zones are shown: one's own by their codes, or all whose code or name contain the text. */
export type ChosenZones = { own: readonly string[]; search: string };

const NO_RISKS = { idraulico: null, temporali: null, idrogeologico: null };

/** The zones to show, one's own first. An own zone that is not among them has no level, and is shown all the same. */
export function zonesShown(
  levels: readonly ZoneLevelRecord[],
  { own, search }: ChosenZones,
): ZoneLevelRecord[] {
  const ofOwn = own.map(
    (code) =>
      levels.find(({ zone }) => zone === code) ?? { zone: code, name: '', color: null, risks: NO_RISKS },
  );
  const sought = search.trim().toLowerCase();
  if (sought === '') return ofOwn.length > 0 ? ofOwn : [...levels];
  return levels.filter(({ zone, name }) => `${zone ?? ''} ${name}`.toLowerCase().includes(sought));
}
