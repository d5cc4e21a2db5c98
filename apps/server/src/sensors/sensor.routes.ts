import type { SENSOR_PERIODS, SiteRuleRecord, sensorRoutes } from '@semaforo/contract/api/sensors';
import type { SiteRule } from '@semaforo/contract/domain/sensors/site-rule';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Actor } from '../platform/actor.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { GaugesRepository } from './gauges.repository.ts';
import type { Gauges } from './gauges.ts';
import type { Gauge } from './known-gauge.ts';
import { toSensorRecord } from './sensor-records.ts';

const NOT_SIGNALS = new Refusal('unprocessable', {
  code: 'not-signals',
  message: 'Uno dei segnali indicati non è un semaforo di questo Comune',
});
const LIGHTS_NOTHING = new Refusal('unprocessable', {
  code: 'no-signals',
  message: 'Per proporre o alzare da solo, il sito ha bisogno di almeno un segnale',
});

const HOUR_MS = 60 * 60_000;
/** How far back a period goes, and how long its stretches are: a chart has some 150 to 350 of them. */
const PERIODS: Record<(typeof SENSOR_PERIODS)[number], { lengthMs: number; stretchMs: number }> = {
  '2h': { lengthMs: 2 * HOUR_MS, stretchMs: 60_000 },
  '24h': { lengthMs: 24 * HOUR_MS, stretchMs: 5 * 60_000 },
  '7d': { lengthMs: 7 * 24 * HOUR_MS, stretchMs: 30 * 60_000 },
  '30d': { lengthMs: 30 * 24 * HOUR_MS, stretchMs: 3 * HOUR_MS },
};

export function createSensorHandlers(options: {
  list: (actor: Actor) => readonly Gauge[];
  /** The gauge if the actor may see it. */
  find: (actor: Actor, id: number) => Gauge | undefined;
  /** True for a signal of that owner. */
  isSignalOf: (deviceId: number, ownerId: number | null) => boolean;
  gauges: Gauges;
  repository: GaugesRepository;
  changed: (gauge: Gauge) => void;
  clock: Clock;
}): Handlers<typeof sensorRoutes> {
  const { gauges, repository, clock } = options;
  const record = (gauge: Gauge) => toSensorRecord(gauge, gauges.of(gauge.id));

  const keepRule = async (gauge: Gauge, rule: SiteRule | null, author: AuditAuthor) => {
    const at = clock.now();
    const before = gauges.of(gauge.id).kept?.rule ?? null;
    const kept = rule && { rule, at, by: author.username };
    await repository.saveRule(gauge.id, kept, { at, author, before });
    gauges.setRule(gauge.id, kept);
    options.changed(gauge);
    return record(gauge);
  };
  const whyNot = (gauge: Gauge, rule: SiteRule): Refusal | undefined => {
    if (rule.device_ids.some((id) => !options.isSignalOf(id, gauge.ownerId))) return NOT_SIGNALS;
    const lights = rule.policy !== 'warn' || rule.silent === 'raise';
    return lights && rule.device_ids.length === 0 ? LIGHTS_NOTHING : undefined;
  };

  return {
    listSensors: ({ actor }) => options.list(actor).map(record),
    getSensor: ({ actor, params }) => {
      const gauge = options.find(actor, params.id);
      return gauge ? record(gauge) : notFound();
    },
    getSensorPast: async ({ actor, params, query }) => {
      const gauge = options.find(actor, params.id);
      if (!gauge) return notFound();
      const { lengthMs, stretchMs } = PERIODS[query.period];
      const since = clock.now() - lengthMs;
      const [stretches, events] = await Promise.all([
        repository.listStretches(gauge.id, { since, stretchMs }),
        repository.listEvents(gauge.id, since),
      ]);
      return {
        minutes: stretches.map(({ from, level, levelMin, levelMax, rain, float }) => ({
          ...{ minute: isoTime(from), level, level_min: levelMin, level_max: levelMax, rain },
          float: float === null ? null : float === 1,
        })),
        events: events.map(({ number, at, kind, color, level, sentence, alert_id }) => ({
          ...{ number, at: isoTime(at), kind, color, level, sentence, alert_id },
        })),
      };
    },
    saveSensorRule: async (call) => {
      const gauge = options.find(call.actor, call.params.id);
      if (!gauge) return notFound();
      const rule = toRule(call.body);
      return whyNot(gauge, rule) ?? keepRule(gauge, rule, authorOf(call));
    },
    deleteSensorRule: async (call) => {
      const gauge = options.find(call.actor, call.params.id);
      return gauge ? keepRule(gauge, null, authorOf(call)) : notFound();
    },
    sayWater: async (call) => {
      const gauge = options.find(call.actor, call.params.id);
      if (!gauge) return notFound();
      const { water } = call.body;
      const at = clock.now();
      const person = { saw: water, by: call.actor.username, at };
      await repository.savePerson(gauge.id, person, { at, author: authorOf(call) });
      gauges.seen(gauge, person);
      return record(gauge);
    },
    saveSensorSettings: async (call) => {
      const gauge = options.find(call.actor, call.params.id);
      if (!gauge) return notFound();
      const act = { at: clock.now(), author: authorOf(call), before: gauges.of(gauge.id).settings };
      await repository.saveSettings(gauge.id, call.body, act);
      gauges.setSettings(gauge.id, call.body);
      options.changed(gauge);
      return record(gauge);
    },
  };
}

/** A float that is up asks for the gravest color of the site, unless told otherwise. */
function toRule({ float_color, ...rule }: SiteRuleRecord): SiteRule {
  const gravest = rule.thresholds.at(-1)?.color ?? 'rosso';
  return { ...rule, float_color: float_color === undefined ? gravest : float_color };
}
