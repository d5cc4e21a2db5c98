/**
 * A word of a device about one of its lamps. `ackedAt`: when the broker took it over; null: not known, or lost by it
 * since. `isStored`: the server took it over from the broker. `isLost`: the broker ended before that, or had no server
 * to keep it for.
 */
export type LampReport = {
  on: boolean;
  at: number;
  ackedAt: number | null;
  isStored: boolean;
  isLost: boolean;
};

/** What a device said of one lamp, in order. */
export type LampReports = {
  readonly all: readonly LampReport[];
  reported: (on: boolean, at: number) => LampReport;
  /** The broker said that it took the word over; it may have ended since, and this process reads it only now. */
  acknowledged: (report: LampReport, at: number) => void;
  /** The server took over a word of that content: it and all before it can no longer be lost. */
  stored: (on: boolean) => void;
  /** The broker ended, and with it what it had not handed on. */
  lostByBroker: () => void;
  /**
   * What may count as its last word: the last one that is acknowledged, and those after it, of which nobody knows
   * whether they arrived; `undefined` while it may count as never having spoken.
   */
  lastOnes: () => ReadonlySet<boolean | undefined>;
  /** The same for any moment from then on. */
  lastOnesSince: (at: number) => ReadonlySet<boolean | undefined>;
  reportedOn: (on: boolean) => boolean;
};

export function createLampReports(): LampReports {
  const reports: LampReport[] = [];
  const from = (isBase: (report: LampReport) => boolean) => {
    const base = reports.findLastIndex(isBase);
    const possible = reports.slice(Math.max(base, 0)).map(({ on }): boolean | undefined => on);
    return new Set(base < 0 ? [undefined, ...possible] : possible);
  };
  return {
    all: reports,
    reported: (on, at) => {
      const report = { on, at, ackedAt: null, isStored: false, isLost: false };
      reports.push(report);
      return report;
    },
    acknowledged: (report, at) => {
      if (!report.isLost || report.isStored) report.ackedAt = at;
    },
    stored: (on) => {
      const index = reports.findIndex((report) => !report.isStored && report.on === on);
      for (const report of reports.slice(0, index + 1)) report.isStored = true;
    },
    lostByBroker: () => {
      for (const report of reports)
        if (!report.isStored) Object.assign(report, { ackedAt: null, isLost: true });
    },
    lastOnes: () => from(({ ackedAt }) => ackedAt !== null),
    lastOnesSince: (at) => from(({ ackedAt }) => ackedAt !== null && ackedAt <= at),
    reportedOn: (on) => reports.some((report) => report.on === on),
  };
}
