import type { GaugeState, SiteEvent } from '@semaforo/contract/domain/sensors/gauge-state';
import type { SitePolicy } from '@semaforo/contract/domain/sensors/site-rule';
import type { GroupCommit } from '../database/group-commit.ts';
import { type GaugeMinute, type GaugeRows, saveGauges } from './save-gauges.ts';

const MINUTE_MS = 60_000;

/** Has stored what changed of gauges, in the commit of the reports themselves (docs/rules.md#received-means-stored). */
export type GaugeLog = {
  changed: (deviceId: number, change: { former: GaugeState; state: GaugeState; now: number }) => void;
  happened: (deviceId: number, events: readonly SiteEvent[], policy: SitePolicy) => void;
  /** Of a gauge that is gone. */
  forget: (deviceId: number) => void;
};

/** `stored` is called after a commit with events of which something is to be made. */
export function createGaugeLog(options: {
  commit: Pick<GroupCommit, 'join' | 'request'>;
  isThere: (deviceId: number) => boolean;
  stored: () => void;
}): GaugeLog {
  let states = new Map<number, GaugeState>();
  let events: GaugeRows['events'][number][] = [];
  let minutes = new Map<string, GaugeMinute>();
  /** The minute under way of each gauge. */
  const current = new Map<number, GaugeMinute>();

  options.commit.join({
    take: () => {
      if (states.size + events.length + minutes.size === 0) return undefined;
      const rows = ofThose({ states, events, minutes }, options.isThere);
      states = new Map();
      events = [];
      minutes = new Map();
      return {
        write: (db) => saveGauges(db, rows),
        stored: () => {
          if (rows.events.some(({ act }) => act !== null)) options.stored();
        },
        failed: () => {
          states = new Map([...rows.states, ...states]);
          events = [...rows.events, ...events];
          minutes = new Map([...rows.minutes, ...minutes]);
        },
      };
    },
  });

  const noteMinute = (deviceId: number, state: GaugeState, now: number) => {
    const { level, rain, float } = state;
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    const known = current.get(deviceId);
    const before = known?.minute === minute ? known : undefined;
    const row: GaugeMinute = {
      ...{ device_id: deviceId, minute },
      level: level?.value ?? null,
      level_min: extreme(Math.min, [before?.level_min ?? null, level?.value ?? null]),
      level_max: extreme(Math.max, [before?.level_max ?? null, level?.value ?? null]),
      rain: rain?.value ?? null,
      float: float?.value ?? null,
    };
    current.set(deviceId, row);
    minutes.set(`${deviceId} ${minute}`, row);
  };

  return {
    changed: (deviceId, { former, state, now }) => {
      const isMeasured =
        state.level !== former.level || state.rain !== former.rain || state.float !== former.float;
      if (isMeasured) noteMinute(deviceId, state, now);
      if (isWorthIt(former, state)) states.set(deviceId, state);
      if (isMeasured || states.has(deviceId)) options.commit.request();
    },
    happened: (deviceId, happened, policy) => {
      for (const event of happened) events.push({ ...event, deviceId, act: actOn(event, policy) });
      options.commit.request();
    },
    forget: (deviceId) => void current.delete(deviceId),
  };
}

/** What a site's policy is to make of an event. What its silence asks for is raised: that was the site's choice. */
function actOn({ kind, color }: SiteEvent, policy: SitePolicy): 'propose' | 'raise' | null {
  if (color === null) return null;
  if (kind === 'silent') return 'raise';
  return policy === 'warn' ? null : policy;
}

/**
 * True when a server that starts again would miss the change. The level itself is stored once a minute, with the rest:
 * a gauge says it again.
 */
function isWorthIt(former: GaugeState, state: GaugeState): boolean {
  const keys = ['over', 'fired', 'fault', 'silentSince', 'person', 'isRapid', 'events', 'lowest'] as const;
  const isOtherMinute = minuteOf(former) !== minuteOf(state);
  return (
    isOtherMinute ||
    state.float?.value !== former.float?.value ||
    keys.some((key) => state[key] !== former[key])
  );
}

function minuteOf({ level, rain, float }: GaugeState): number {
  return Math.floor(Math.max(level?.at ?? 0, rain?.at ?? 0, float?.at ?? 0) / MINUTE_MS);
}

function extreme(of: (...values: number[]) => number, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : of(...known);
}

function ofThose({ states, events, minutes }: GaugeRows, isThere: (deviceId: number) => boolean): GaugeRows {
  return {
    states: new Map([...states].filter(([id]) => isThere(id))),
    events: events.filter(({ deviceId }) => isThere(deviceId)),
    minutes: new Map([...minutes].filter(([, { device_id: id }]) => isThere(id))),
  };
}
