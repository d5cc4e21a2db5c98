const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Backups come and go once a day: less than a day says nothing. */
const LEAST_MS = DAY_MS;
const KEPT_MS = 7 * DAY_MS;
const EVERY_MS = 10 * MINUTE_MS;
/** What goes on for so long goes otherwise. */
const MOST_DAYS = 365;

/** How much room there was (bytes), and when (epoch ms). */
type FreeSpace = { freeBytes: number; at: number };

/** Says when a disk will be full if it goes on as in the last days. */
export type DiskForecast = {
  /** Takes in how much room there is now, and returns in how many days there is none; null: not to be said. */
  note: (freeSpace: FreeSpace) => number | null;
};

/** In memory: a week of room, one look in ten minutes. */
export function createDiskForecast(): DiskForecast {
  let samples: FreeSpace[] = [];
  return {
    note: (freeSpace) => {
      const last = samples.at(-1);
      if (!last || freeSpace.at - last.at >= EVERY_MS) {
        samples = [...samples.filter(({ at }) => freeSpace.at - at <= KEPT_MS), freeSpace];
      }
      return daysUntilFull(samples, freeSpace);
    },
  };
}

/** By the straight line that comes nearest to all of them. */
function daysUntilFull(samples: readonly FreeSpace[], { freeBytes, at }: FreeSpace): number | null {
  const [first] = samples;
  if (!first || at - first.at < LEAST_MS) return null;
  const meanDay = mean(samples.map((freeSpace) => (freeSpace.at - at) / DAY_MS));
  const meanBytes = mean(samples.map((freeSpace) => freeSpace.freeBytes));
  let together = 0;
  let alone = 0;
  for (const freeSpace of samples) {
    const days = (freeSpace.at - at) / DAY_MS - meanDay;
    together += days * (freeSpace.freeBytes - meanBytes);
    alone += days * days;
  }
  const lostPerDay = -together / alone;
  if (!(lostPerDay > 0)) return null;
  const days = freeBytes / lostPerDay;
  return days > MOST_DAYS ? null : Math.floor(days);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** 'pieno fra circa 12 giorni', 'pieno entro un giorno'. */
export function describeDiskForecast(days: number): string {
  if (days < 1) return 'pieno entro un giorno';
  return days === 1 ? 'pieno fra circa un giorno' : `pieno fra circa ${days} giorni`;
}
