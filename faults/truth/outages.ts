/** What was broken and when, epoch milliseconds; `until` is infinite while it lasts. */
export type Outage = { part: string; from: number; until: number };

/** Which parts were broken when. */
export type Outages = {
  readonly all: readonly Outage[];
  /** Returns what ends it. */
  begin: (part: string) => () => void;
  /** True when one of those parts was broken at some moment of that time. */
  overlap: (parts: readonly string[], from: number, until: number) => boolean;
  /** True when one of those parts has been broken since then, and still is. */
  isLasting: (parts: readonly string[], since: number) => boolean;
};

export function createOutages(now: () => number): Outages {
  const all: Outage[] = [];
  return {
    all,
    begin: (part) => {
      const outage = { part, from: now(), until: Infinity };
      all.push(outage);
      return () => {
        outage.until = now();
      };
    },
    overlap: (parts, from, until) =>
      all.some((outage) => parts.includes(outage.part) && outage.from < until && outage.until > from),
    isLasting: (parts, since) =>
      all.some(({ part, from, until }) => parts.includes(part) && from <= since && until === Infinity),
  };
}
