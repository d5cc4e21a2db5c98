import { labelOf } from './label.ts';

/**
 * One row of the grouped history: time of day in UTC (HH:MM:SS), color, and the labels of the devices. Lamp tests
 * and exercises have rows of their own.
 */
export type HistoryGroup<Color extends string> = {
  time: string;
  color: Color;
  isTest: boolean;
  devices: string[];
};

type HistoryRow<Color extends string> = {
  created_at: string;
  color: Color;
  device_name: string | null;
  device_topic: string;
  origin: string;
  drill?: boolean | undefined;
};

/**
 * The history grouped by time of day (the UTC part of the ISO time) and color, newest first (docs/rules.md#history).
 */
export function groupHistory<Color extends string>(
  rows: readonly HistoryRow<Color>[],
): HistoryGroup<Color>[] {
  const groups = new Map<
    string,
    { time: string; color: Color; isTest: boolean; newest: string; names: string[] }
  >();
  for (const row of rows) {
    const time = row.created_at.slice(11, 19);
    const isTest = isForTrial(row);
    const id = `${time} ${row.color} ${isTest}`;
    const group = groups.get(id) ?? { time, color: row.color, isTest, newest: row.created_at, names: [] };
    if (row.created_at > group.newest) group.newest = row.created_at;
    group.names.push(labelOf(row));
    groups.set(id, group);
  }
  return [...groups.values()]
    .sort((a, b) => (a.newest < b.newest ? 1 : a.newest > b.newest ? -1 : 0))
    .map(({ time, color, isTest, names }) => ({ time, color, isTest, devices: names }));
}

/** True for a lamp test and for an exercise: neither is a word about the weather. */
export function isForTrial({ origin, drill }: { origin: string; drill?: boolean | undefined }): boolean {
  return origin === 'prova' || drill === true;
}

/** The payloads of a history record, whichever way they are stored (docs/rules.md#history). */
export function listPayloads(payloads: string): string[] {
  if (payloads.trim() === '') return [];
  try {
    const parsed: unknown = JSON.parse(payloads);
    return (Array.isArray(parsed) ? parsed : [parsed]).map(readable);
  } catch {
    // What is no JSON is a list with commas.
    return payloads.split(',').map((payload) => payload.trim());
  }
}

function readable(payload: unknown): string {
  return typeof payload === 'string' ? payload : JSON.stringify(payload);
}
