import { readingsOf } from '@semaforo/contract/domain/sensors/gauge-language';
import { type GaugeState, UNKNOWN_GAUGE } from '@semaforo/contract/domain/sensors/gauge-state';
import type { WarningColor } from '@semaforo/contract/domain/sensors/site-rule';
import { type GaugeEvent, restoredGauge, stepGauge } from '@semaforo/contract/domain/sensors/step-gauge';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { GaugeLog } from './gauge-log.ts';
import type { StoredGauge } from './gauges.repository.ts';
import { type Gauge, type GaugeSettings, type KeptRule, USUAL_SETTINGS } from './known-gauge.ts';

type Message = { channel: string; payload: string; retained: boolean; queued?: boolean | undefined };

/** The one owner of what is known of gauges and of the rules of their sites. */
export type Gauges = {
  load: (stored: readonly StoredGauge[]) => void;
  of: (deviceId: number) => { state: GaugeState; settings: GaugeSettings; kept: KeptRule | null };
  /** The gauge in whose site a signal is; undefined for none. */
  gaugeAt: (signalId: number) => number | undefined;
  /** Takes in what a gauge said. */
  record: (gauge: Gauge, message: Message) => void;
  /** A person on the spot says whether there is water. */
  seen: (gauge: Gauge, word: { saw: boolean; by: string }) => void;
  /** A signal of the site shows a graver color than is desired, of itself. */
  lit: (gauge: Gauge, word: { color: WarningColor; name: string }) => void;
  setRule: (deviceId: number, kept: KeptRule | null) => void;
  setSettings: (deviceId: number, settings: GaugeSettings) => void;
  forget: (deviceId: number) => void;
  /** Lets time pass for all gauges. */
  tick: () => void;
};

/** `changed` is called with each gauge of which something is known that was not. */
export function createGauges(deps: {
  listGauges: () => readonly Gauge[];
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

  return {
    load: (stored) => {
      bySignal = undefined;
      const elapsed = monotonicClock.elapsedMs();
      for (const one of stored) {
        states.set(one.deviceId, restoredGauge(one.state, elapsed));
        if (one.settings) settings.set(one.deviceId, one.settings);
        if (one.kept) rules.set(one.deviceId, one.kept);
      }
    },
    gaugeAt: (signalId) => {
      bySignal ??= new Map(
        [...rules].flatMap(([id, { rule }]) =>
          rule.device_ids.map((signal): [number, number] => [signal, id]),
        ),
      );
      return bySignal.get(signalId);
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
    seen: (gauge, word) => step(gauge, { kind: 'seen', ...word }),
    lit: (gauge, word) => step(gauge, { kind: 'lit', ...word }),
    setRule: (deviceId, kept) => {
      bySignal = undefined;
      if (kept !== null) {
        rules.set(deviceId, kept);
        return;
      }
      if (!rules.delete(deviceId)) return;
      // Without a rule nothing is asked for, and no silence counts.
      const former = states.get(deviceId);
      if (former === undefined) return;
      const state = { ...former, over: {}, fired: {}, isRapid: false, silentSince: null };
      states.set(deviceId, state);
      if (deps.acts()) log.changed(deviceId, { former, state, now: clock.now() });
    },
    setSettings: (deviceId, given) => void settings.set(deviceId, given),
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
