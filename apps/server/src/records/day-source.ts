import type { DaySheetRow } from '@semaforo/contract/api/day-sheet';

/** The first `limit` rows of a day (epoch ms, `to` exclusive) of one owner, or of all when `ownerId` is undefined. */
export type DayRequest = { ownerId: number | undefined; from: number; to: number; limit: number };

/** Reads one kind of rows, in order of time. */
export type DaySource = (requested: DayRequest) => Promise<DaySheetRow[]>;
