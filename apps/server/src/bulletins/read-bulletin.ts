import type { BulletinSource, Level, RiskLevels } from '@semaforo/contract/domain/bulletin-rules';
import { formatOthers } from '@semaforo/contract/domain/italian';

/** What a bulletin says of one zone on one day. */
export type ZoneLevel = {
  /** As the bulletin writes it. */
  name: string;
  /** What the bulletin itself calls the zone by, codes of other tables too (CAP). */
  codes?: string[];
  color: Level;
  risks: RiskLevels;
  /** When it begins and ends to count (epoch ms), where it is not the whole day (CAP). */
  from?: number;
  until?: number;
};

/** `date`: `2026-11-22`. Every zone is there once. */
export type BulletinDay = { date: string; zones: ZoneLevel[] };

/** A bulletin that could be read, at least in part. */
export type ReadBulletin = {
  source: BulletinSource;
  name: string;
  /** `first` or `update`, `Alert`, `Update` or `Cancel`: as published. */
  kind: string;
  issuedAt: number;
  days: BulletinDay[];
  /** What of it could not be read and so has no color: Italian sentences. */
  gaps: string[];
  /** What other messages call this one, and which ones it replaces or cancels (CAP). */
  identifier: string | null;
  references: string[];
};

/** Why nothing of a bulletin could be read, as an Italian sentence. */
export class UnreadableBulletin {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** It says that it is issued later than now. To be read again: our clock may be the wrong one. */
export class EarlyBulletin extends UnreadableBulletin {
  constructor() {
    super('dice di essere stato emesso nel futuro');
  }
}

export const NO_RISKS: RiskLevels = { idraulico: null, temporali: null, idrogeologico: null };

/** Many times those of Italy. */
export const ZONES_AT_MOST = 2000;

/** Of a zone, a bulletin or a headline. */
export const LONGEST_NAME = 300;

const GAPS_AT_MOST = 100;

/** What is told of gaps: each once, and of very many the first. They are stored, listed and written to the log. */
export function listGaps(gaps: Iterable<string>): string[] {
  const each = [...new Set(gaps)];
  const others = each.length - GAPS_AT_MOST;
  return others > 0 ? [...each.slice(0, GAPS_AT_MOST), `… e ${formatOthers(others)}`] : each;
}
