/** One line of what happened; `key` is the device that it is about, undefined when it concerns all. */
type Entry = { at: number; key: string | undefined; what: string };

/** What happened in a round, to explain a violation. */
export type Journal = {
  note: (what: string, key?: string) => void;
  /** What happened to that device, and to all, in the seconds before and after; times count from the beginning. */
  around: (key: string | undefined, at: number) => string[];
  all: () => string[];
};

const BEFORE_MS = 15_000;
const AFTER_MS = 1500;
const LINES = 60;

export function createJournal(now: () => number): Journal {
  const begunAt = now();
  const entries: Entry[] = [];
  const lineOf = ({ at, key, what }: Entry) => `${((at - begunAt) / 1000).toFixed(3)} ${key ?? ''} ${what}`;
  return {
    note: (what, key) => void entries.push({ at: now(), key, what }),
    around: (key, at) =>
      entries
        .filter((entry) => entry.key === undefined || entry.key === key)
        .filter((entry) => entry.at >= at - BEFORE_MS && entry.at <= at + AFTER_MS)
        .slice(-LINES)
        .map(lineOf),
    all: () => entries.map(lineOf),
  };
}
