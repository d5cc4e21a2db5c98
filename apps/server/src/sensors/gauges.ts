import type { DeviceMessage } from '@semaforo/contract/domain/live-message';
import { readingsOf } from '@semaforo/contract/domain/sensors/gauge-language';
import { type GaugeState, UNKNOWN_GAUGE } from '@semaforo/contract/domain/sensors/gauge-state';
import type { WarningColor } from '@semaforo/contract/domain/sensors/site-rule';
import { type GaugeEvent, restoredGauge, stepGauge } from '@semaforo/contract/domain/sensors/step-gauge';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { GaugeLog } from './gauge-log.ts';
import {
  type Gauge,
  type GaugeSettings,
  type KeptRule,
  type PersonWord,
  type SetGauge,
  USUAL_SETTINGS,
} from './known-gauge.ts';

/** The one owner of what is known of gauges and of the rules of their sites. */
export type Gauges = {
  load: (states: ReadonlyMap<number, GaugeState>) => void;
  /** Takes in what people set and said, here or on another server. */
  merge: (set: readonly SetGauge[]) => void;
  /** Another value each time when people set or said something here. */
  version: () => number;
  of: (deviceId: number) => { state: GaugeState; settings: GaugeSettings; kept: KeptRule | null };
  /** The gauge in whose site a signal is; undefined for none. */
  gaugeAt: (signalId: number) => number | undefined;
  /** Takes in what a gauge said. */
  record: (gauge: Gauge, message: DeviceMessage) => void;
  /** A person on the spot says whether there is water; what is known already changes nothing. */
  seen: (gauge: Gauge, word: PersonWord) => void;
  /** A signal of the site shows a graver color than is desired, of itself. */
  lit: (gauge: Gauge, word: { color: WarningColor; name: string }) => void;
  setRule: (deviceId: number, kept: KeptRule | null) => void;
  setSettings: (deviceId: number, settings: GaugeSettings) => void;
  /** What it measured is of another device: it listens on another topic. */
  reset: (deviceId: number) => void;
  /** Of a gauge that is gone. */
  forget: (deviceId: number) => void;
  /** Lets time pass for all gauges. */
  tick: () => void;
};

/** `changed` is called with each gauge of which something is known that was not. */
export function createGauges(deps: {
  listGauges: () => readonly Gauge[];
  /** Undefined for what is no gauge. */
  find: (deviceId: number) => Gauge | undefined;
  /** True on the one server that acts for all gauges; the others know the same and store nothing. */
  acts: () => boolean;
  log: GaugeLog;
  /** Since when messages arrive (monotonic, ms); null: they cannot. */
  linkElapsed: () => number | null;
  changed: (gauge: Gauge) => void;
  clock: Clock;
  monotonicClock: MonotonicClock;
}): Gauges {
  const { clock, monotonicClock, log } = deps;
  const states = new Map<number, GaugeState>();
  const settings = new Map<number, GaugeSettings>();
  const rules = new Map<number, KeptRule>();
  /** The gauges by the signals of their sites, from the rules as they are. */
  let bySignal: Map<number, number> | undefined;
  let version = 0;

  const step = (gauge: Gauge, event: GaugeEvent) => {
    const { id } = gauge;
    const former = states.get(id) ?? UNKNOWN_GAUGE;
    const now = clock.now();
    const kept = rules.get(id) ?? null;
    const { state, events } = stepGauge(former, event, {
      now,
      elapsed: monotonicClock.elapsedMs(),
      linkElapsed: deps.linkElapsed(),
      limits: settings.get(id) ?? USUAL_SETTINGS,
      rule: kept?.rule ?? null,
    });
    if (state === former) return;
    states.set(id, state);
    if (deps.acts()) {
      log.changed(id, { former, state, now });
      if (events.length > 0) log.happened(id, events, kept?.rule.policy ?? 'warn');
    }
    deps.changed(gauge);
  };

  /** Changes what is known of a gauge by something else than an event. */
  const become = (deviceId: number, change: (former: GaugeState) => GaugeState) => {
    const former = states.get(deviceId);
    if (former === undefined) return;
    const state = change(former);
    states.set(deviceId, state);
    if (deps.acts()) log.changed(deviceId, { former, state, now: clock.now() });
  };
  const setRule = (deviceId: number, kept: KeptRule | null) => {
    bySignal = undefined;
    if (kept !== null) rules.set(deviceId, kept);
    // Without a rule nothing is asked for, and no silence counts.
    else if (rules.delete(deviceId))
      become(deviceId, (former) => ({ ...former, over: {}, fired: {}, isRapid: false, silentSince: null }));
  };
  const seen = (gauge: Gauge, word: PersonWord) => {
    const known = states.get(gauge.id)?.person;
    if (!known || known.at < word.at) step(gauge, { kind: 'seen', ...word });
  };

  return {
    load: (stored) => {
      const elapsed = monotonicClock.elapsedMs();
      for (const [deviceId, state] of stored) states.set(deviceId, restoredGauge(state, elapsed));
    },
    merge: (set) => {
      for (const { deviceId, settings: given, kept, person } of set) {
        setRule(deviceId, kept);
        if (given) settings.set(deviceId, given);
        const gauge = deps.find(deviceId);
        if (gauge && person) seen(gauge, person);
      }
    },
    version: () => version,
    gaugeAt: (signalId) => {
      bySignal ??= new Map(
        [...rules].flatMap(([id, { rule }]) =>
          rule.device_ids.map((signal): [number, number] => [signal, id]),
        ),
      );
      const id = bySignal.get(signalId);
      return id === undefined ? undefined : deps.find(id)?.id;
    },
    of: (deviceId) => ({
      state: states.get(deviceId) ?? UNKNOWN_GAUGE,
      settings: settings.get(deviceId) ?? USUAL_SETTINGS,
      kept: rules.get(deviceId) ?? null,
    }),
    record: (gauge, message) => {
      const readings = readingsOf(gauge.profile, message, settings.get(gauge.id) ?? USUAL_SETTINGS);
      const isKept = message.retained && message.queued !== true;
      if (readings.length > 0) step(gauge, { kind: 'measured', readings, isKept });
    },
    seen: (gauge, word) => {
      version += 1;
      seen(gauge, word);
    },
    lit: (gauge, word) => step(gauge, { kind: 'lit', ...word }),
    setRule: (deviceId, kept) => {
      version += 1;
      setRule(deviceId, kept);
    },
    setSettings: (deviceId, given) => {
      version += 1;
      settings.set(deviceId, given);
    },
    reset: (deviceId) => become(deviceId, ({ events }) => ({ ...UNKNOWN_GAUGE, events })),
    forget: (deviceId) => {
      bySignal = undefined;
      for (const known of [states, settings, rules]) known.delete(deviceId);
      log.forget(deviceId);
    },
    tick: () => {
      for (const gauge of deps.listGauges()) step(gauge, { kind: 'tick' });
    },
  };
}
