import { isDeepStrictEqual } from 'node:util';
import type { LevelsRecord } from '@semaforo/contract/api/bulletins';
import { addDays, romeWallTime } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import type { PublicChange, PublicComune, PublicPagesRepository } from './public-pages.repository.ts';
import type { PublicPlace, PublicState } from './public-state.ts';
import { citizensGravity } from './shown-by-signals.ts';

/** What the bulletin says of a day (`2026-11-28`) for the zones of a Comune; a forecast. */
export type PublicForecast = {
  date: string;
  color: SignalColor;
  risks: readonly { name: string; color: SignalColor }[];
  bulletin: { name: string; issuedAt: string; stale: boolean };
};

/** All that is known of a Comune. Times are epoch milliseconds. */
export type PublicPage = {
  comune: PublicComune;
  state: PublicState;
  /** Since when it says so. */
  since: number;
  /** The last color that was known, and until when; null while one is known, and when none ever was. */
  lastKnown: { color: SignalColor; until: number } | null;
  changes: readonly PublicChange[];
  forecasts: readonly PublicForecast[];
  /** As of when this is known: nothing of it has changed until then. */
  readAt: number;
  /** When it was put together. */
  madeAt: number;
};

export type PublicPages = ReturnType<typeof createPublicPages>;

/** Changes follow one another: the lamps of a command go one by one. */
const EVERY_MS = 500;
/** What cannot be read for so long is not known any more. */
const KNOWN_FOR_MS = 15_000;
/** How often it is looked which pages there are, and that the database answers. */
const LISTED_EVERY_MS = 5000;
/** A page is made again when something of it changes, and at least so often; not all at once. */
const MADE_AGAIN_MS = 30_000;
const TICKS_TO_MAKE_ALL = MADE_AGAIN_MS / EVERY_MS / 2;
/** So long after a start devices report: that nothing is known meanwhile is no change. */
const STARTING_MS = 60_000;
const UNKNOWN: Pick<PublicState, 'color' | 'showing'> = { color: null, showing: 0 };

/**
 * Keeps what citizens read of each Comune whose page is on, so that readers ask this process only. While the database
 * is away they read what was known last, with its time, and after 15 s that it is not known.
 */
export function createPublicPages(options: {
  repository: PublicPagesRepository;
  readState: (userId: number) => Promise<PublicState>;
  levelsOf: LevelsOf;
  /** Of several servers one remembers what was said. */
  isLeader: () => boolean;
  clock: Clock;
  logger: Logger;
}) {
  const { repository, clock, logger } = options;
  let pages = new Map<string, PublicPage>();
  const followers = new Map<string, Set<() => void>>();
  const touched = new Set<number>();
  let listedAt = Number.NEGATIVE_INFINITY;
  let isAllTouched = true;
  let startedAt = clock.now();

  const make = async (
    comune: PublicComune,
    { former, levelsOf }: { former: PublicPage | undefined; levelsOf: LevelsOf },
  ): Promise<PublicPage> => {
    const now = clock.now();
    const state = withTimes(await options.readState(comune.userId), former?.state, now);
    let changes = former?.changes ?? (await repository.listChanges(comune.userId));
    const said = { color: state.color, showing: state.showing, total: state.total };
    const last = changes[0];
    // That nothing is known at first, or after a start, is no change.
    const isBeginning = !last || Math.abs(now - startedAt) < STARTING_MS;
    const isNews = !isSame(last, said) && !(isBeginning && said.color === null);
    if (isNews && options.isLeader()) await repository.addChange(comune.userId, { at: now, ...said });
    if (isNews) changes = await repository.listChanges(comune.userId);
    const known = changes.find(({ color }) => color !== null);
    return {
      ...{ comune, state, changes, readAt: now, madeAt: now },
      since:
        sinceWhen(changes, said.color) ??
        (former?.state.color === said.color ? former.since : undefined) ??
        now,
      lastKnown:
        said.color === null && known?.color ? { color: known.color, until: untilWhen(changes) } : null,
      forecasts: await readForecasts(comune, { now, levelsOf }),
    };
  };
  const readForecasts = async (
    { zones }: PublicComune,
    { now, levelsOf }: { now: number; levelsOf: LevelsOf },
  ): Promise<PublicForecast[]> => {
    const { date } = romeWallTime(now);
    const levels = await Promise.all([date, addDays(date, 1)].map(levelsOf));
    return levels.flatMap(({ date: day, bulletin, zones: all }) => {
      const own = all.filter(({ zone, color }) => zone !== null && zones.includes(zone) && color !== null);
      const gravest = own.toSorted(
        (one, other) => citizensGravity(other.color) - citizensGravity(one.color),
      )[0];
      if (!gravest?.color || !bulletin) return [];
      const risks = Object.entries(gravest.risks).flatMap(([name, color]) =>
        color ? [{ name, color }] : [],
      );
      return [
        {
          date: day,
          color: gravest.color,
          risks,
          bulletin: { name: bulletin.name, issuedAt: bulletin.issued_at, stale: bulletin.stale },
        },
      ];
    });
  };

  /** Makes the pages of these Comuni; of those that are not due, what is known holds on. */
  const makeAll = async (
    comuni: readonly PublicComune[],
    isDue: (userId: number) => boolean,
    now: number,
  ) => {
    const levelsOf = once(options.levelsOf);
    const next = new Map<string, PublicPage>();
    for (const comune of comuni) {
      const former = pages.get(comune.slug);
      const isKept = former && !isDue(comune.userId) && isDeepStrictEqual(former.comune, comune);
      // The database answers, and nothing of it changed.
      const page = isKept
        ? { ...former, readAt: Math.max(former.readAt, now) }
        : await make(comune, { former, levelsOf });
      next.set(comune.slug, page);
    }
    replace(next);
  };
  const work = async () => {
    const now = clock.now();
    const areAllDue = isAllTouched;
    const isTime = areAllDue || Math.abs(now - listedAt) >= LISTED_EVERY_MS;
    const due = new Set([...touched, ...oldestOf([...pages.values()], now)]);
    if (!isTime && due.size === 0) return;
    // Emptied before the reading: what changes during it is read again.
    touched.clear();
    isAllTouched = false;
    try {
      const comuni = isTime ? await repository.listComuni() : [...pages.values()].map(({ comune }) => comune);
      if (isTime) listedAt = now;
      await makeAll(comuni, (userId) => areAllDue || due.has(userId), listedAt);
    } catch (error) {
      for (const userId of due) touched.add(userId);
      isAllTouched ||= areAllDue;
      listedAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  };
  /** Followers are told of what says something else, and of what is not there any more. */
  const replace = (next: Map<string, PublicPage>) => {
    const former = pages;
    pages = next;
    for (const [slug, tellAll] of followers) {
      const [before, after] = [former.get(slug), next.get(slug)];
      if (before && after && fingerprintOf(before) === fingerprintOf(after)) continue;
      for (const tell of tellAll) tell();
    }
  };
  const reading = createInterval({ name: 'public-pages', everyMs: EVERY_MS, logger, work });

  const find = (slug: string): PublicPage | undefined => {
    const page = pages.get(slug);
    if (!page || Math.abs(clock.now() - page.readAt) < KNOWN_FOR_MS) return page;
    const { color, places } = page.state;
    return {
      ...page,
      state: { ...page.state, ...UNKNOWN, places: places.map(unknownPlace) },
      since: page.readAt,
      lastKnown: color === null ? page.lastKnown : { color, until: page.readAt },
    };
  };

  return {
    /** The page of that address; undefined where none is on. */
    find,
    list: (): PublicPage[] => [...pages.keys()].flatMap((slug) => find(slug) ?? []),
    /** Calls back when the page says something else; what is returned ends that. */
    follow: (slug: string, tell: () => void): (() => void) => {
      const own = followers.get(slug) ?? new Set();
      followers.set(slug, own);
      own.add(tell);
      return () => {
        own.delete(tell);
        if (own.size === 0) followers.delete(slug);
      };
    },
    /** To be called whenever something of that owner may have changed. Cheap. */
    touch: (userId: number) => void touched.add(userId),
    touchAll: () => {
      isAllTouched = true;
    },
    start: async () => {
      startedAt = clock.now();
      reading.start();
      await reading.runNow();
    },
    stop: reading.stop,
  };
}

function unknownPlace(place: PublicPlace): PublicPlace {
  return { ...place, color: null, water: place.water && { level: null } };
}

type LevelsOf = (day: string) => Promise<LevelsRecord>;

function isSame(
  last: PublicChange | undefined,
  { color, showing, total }: Omit<PublicChange, 'at'>,
): boolean {
  return last?.color === color && last.showing === showing && last.total === total;
}

/** Reads each day at most once: all pages ask for the same two. */
function once(levelsOf: LevelsOf): LevelsOf {
  const read = new Map<string, Promise<LevelsRecord>>();
  return (day) => {
    const levels = read.get(day) ?? levelsOf(day);
    read.set(day, levels);
    return levels;
  };
}

/** The owners of the pages that are to be made again, of many the oldest ones. */
function oldestOf(pages: readonly PublicPage[], now: number): ReadonlySet<number> {
  const aged = pages.filter(({ madeAt }) => Math.abs(now - madeAt) >= MADE_AGAIN_MS);
  const most = Math.ceil(pages.length / TICKS_TO_MAKE_ALL);
  const oldest = aged.toSorted((one, other) => one.madeAt - other.madeAt).slice(0, most);
  return new Set(oldest.map(({ comune }) => comune.userId));
}

/** Each place since when it was seen to show that. */
function withTimes(state: PublicState, former: PublicState | undefined, now: number): PublicState {
  if (!former) return state;
  const before = new Map(former.places.map((place) => [place.id, place]));
  const places = state.places.map((place) => {
    const last = before.get(place.id);
    return { ...place, since: last?.color === place.color ? last.since : now };
  });
  return { ...state, places };
}

/** When the color was said that is said now: other signals may have come to it since. */
function sinceWhen(changes: readonly PublicChange[], color: SignalColor | null): number | undefined {
  const other = changes.findIndex((change) => change.color !== color);
  return changes.slice(0, other < 0 ? undefined : other).at(-1)?.at;
}

/** When the last known color ceased to be known. */
function untilWhen(changes: readonly PublicChange[]): number {
  const known = changes.findIndex(({ color }) => color !== null);
  return changes[known - 1]?.at ?? changes[known]?.at ?? 0;
}

/** Differs when a reader would read something else, but for the time. */
export function fingerprintOf({ comune, state, since, forecasts }: PublicPage): string {
  return JSON.stringify([comune, state, since, forecasts]);
}
