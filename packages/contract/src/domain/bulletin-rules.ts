import { SIGNAL_COLORS, type SignalColor } from './signal-color.ts';

/** The three risks that a bulletin of criticality speaks of. */
export const RISKS = ['idraulico', 'temporali', 'idrogeologico'] as const;

export type Risk = (typeof RISKS)[number];

/** The national bulletin of criticality, or a message of the Common Alerting Protocol. */
export const BULLETIN_SOURCES = ['nazionale', 'cap'] as const;

export type BulletinSource = (typeof BULLETIN_SOURCES)[number];

/** Read from the network, or uploaded by a person. */
export const BULLETIN_ORIGINS = ['rete', 'mano'] as const;

export type BulletinOrigin = (typeof BULLETIN_ORIGINS)[number];

/** After it a bulletin is 'non aggiornato' (docs/rules.md#bulletins). */
export const BULLETIN_STALE_MS = 30 * 3_600_000;

/** Null: not available, which is never the same as verde. */
export type Level = SignalColor | null;

export type RiskLevels = Record<Risk, Level>;

/** True when a bulletin issued then (epoch ms) is too old to be relied upon. */
export function isBulletinStale(issuedAt: number, now: number): boolean {
  return now - issuedAt > BULLETIN_STALE_MS;
}

/** The gravest of the levels; null when any is not available, or there is none. */
export function highestLevel(levels: readonly Level[]): Level {
  if (levels.includes(null)) return null;
  return SIGNAL_COLORS.findLast((color) => levels.includes(color)) ?? null;
}

/** A name as names are compared: without regard to case, and to how accents and spaces are written. */
export function foldName(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
