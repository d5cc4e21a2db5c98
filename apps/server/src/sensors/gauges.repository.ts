import {
  type GaugeState,
  type SiteEvent,
  UNKNOWN_GAUGE,
} from '@semaforo/contract/domain/sensors/gauge-state';
import type { SiteRule } from '@semaforo/contract/domain/sensors/site-rule';
import { type Kysely, sql } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { GaugeSettings, KeptRule, PersonWord, SetGauge } from './known-gauge.ts';

/** An event that a policy is still to make an alert of. */
export type WaitingEvent = { deviceId: number; act: 'propose' | 'raise' } & SiteEvent;

/** What was measured from then on (epoch ms): the last of each measure, of the level also the extremes. */
export type GaugeStretch = {
  from: number;
  level: number | null;
  levelMin: number | null;
  levelMax: number | null;
  rain: number | null;
  float: number | null;
};

const EVENTS_AT_MOST = 200;

/** Gauges as they are stored, what happened at their sites and what they measured. */
export function createGaugesRepository(db: Kysely<Database>) {
  const change = async (
    deviceId: number,
    columns: Partial<Omit<Database['gauges'], 'device_id' | 'state'>>,
    audit: AuditContext & { action: string; before?: unknown; after: unknown },
  ) => {
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('gauges')
        .values({ ...NO_GAUGE, device_id: deviceId, ...columns })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
        .execute();
      await appendAudit(transaction, { ...audit, target: `device:${deviceId}` });
    });
  };
  return {
    /** What is known of gauges, by the ids of their devices. */
    listStates: async (): Promise<ReadonlyMap<number, GaugeState>> => {
      const rows = await db
        .selectFrom('gauges')
        .select(['device_id', 'state'])
        .where('state', 'is not', null)
        .execute();
      return new Map(
        rows.map(({ device_id: id, state }) => [
          id,
          { ...UNKNOWN_GAUGE, ...(JSON.parse(state ?? '{}') as Partial<GaugeState>) },
        ]),
      );
    },
    /** What people set and said. */
    listSet: async (): Promise<SetGauge[]> => {
      const rows = await db
        .selectFrom('gauges')
        .select(['device_id', 'settings', 'rule', 'rule_at', 'rule_by', 'person'])
        .execute();
      return rows.map((row) => ({
        deviceId: row.device_id,
        settings: row.settings === null ? null : (JSON.parse(row.settings) as GaugeSettings),
        kept:
          row.rule === null || row.rule_at === null || row.rule_by === null
            ? null
            : { rule: JSON.parse(row.rule) as SiteRule, at: row.rule_at, by: row.rule_by },
        person: row.person === null ? null : (JSON.parse(row.person) as PersonWord),
      }));
    },
    /** Stores the rule of a site, or with null takes it away. */
    saveRule: (
      deviceId: number,
      kept: KeptRule | null,
      { before, ...act }: AuditContext & { before: unknown },
    ) =>
      change(
        deviceId,
        {
          rule: kept && JSON.stringify(kept.rule),
          rule_at: kept?.at ?? null,
          rule_by: kept?.by ?? null,
        },
        { ...act, action: 'sensors.rule', before, after: kept?.rule ?? null },
      ),
    saveSettings: (
      deviceId: number,
      settings: GaugeSettings,
      { before, ...act }: AuditContext & { before: unknown },
    ) =>
      change(
        deviceId,
        { settings: JSON.stringify(settings) },
        { ...act, action: 'sensors.settings', before, after: settings },
      ),
    /** What a person saw on the spot. */
    savePerson: (deviceId: number, person: PersonWord, act: AuditContext) =>
      change(
        deviceId,
        { person: JSON.stringify(person) },
        { ...act, action: 'sensors.water', after: { water: person.saw } },
      ),
    /** The events of which an alert is still to be made, the oldest first. */
    listWaiting: async (): Promise<WaitingEvent[]> => {
      const rows = await db
        .selectFrom('gauge_events')
        .selectAll()
        .where('act', 'is not', null)
        .orderBy('at')
        .orderBy('number')
        .execute();
      return rows.map(({ device_id: deviceId, act, alert_id: _alert, ...event }) => ({
        ...event,
        deviceId,
        act: act ?? 'propose',
      }));
    },
    /** An event is dealt with: the alert that was made of it is known by then, if there is one. */
    markDone: async ({ deviceId, number }: Pick<WaitingEvent, 'deviceId' | 'number'>) => {
      await db
        .updateTable('gauge_events')
        .set((eb) => ({
          act: null,
          alert_id: eb
            .selectFrom('alerts')
            .select('id')
            .where('gauge_id', '=', deviceId)
            .where('gauge_event', '=', number),
        }))
        .where('device_id', '=', deviceId)
        .where('number', '=', number)
        .execute();
    },
    /** The newest events first. */
    listEvents: (deviceId: number, since: number) =>
      db
        .selectFrom('gauge_events')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('at', '>=', since)
        .orderBy('number', 'desc')
        .limit(EVENTS_AT_MOST)
        .execute(),
    /** What was measured since then, in stretches of that length. */
    listStretches: async (
      deviceId: number,
      { since, stretchMs }: { since: number; stretchMs: number },
    ): Promise<GaugeStretch[]> => {
      const rows = await db
        .selectFrom('gauge_minutes')
        .select(sql<number>`minute - minute % ${sql.lit(stretchMs)}`.as('from'))
        .select(({ fn }) => [
          fn.avg<number | string | null>('level').as('level'),
          fn.min('level_min').as('levelMin'),
          fn.max('level_max').as('levelMax'),
          fn.max('rain').as('rain'),
          fn.max('float').as('float'),
        ])
        .where('device_id', '=', deviceId)
        .where('minute', '>=', since)
        .groupBy('from')
        .orderBy('from')
        .execute();
      return rows.map(({ from, level, ...measured }) => ({
        ...measured,
        from: Number(from),
        level: level === null ? null : Number(level),
      }));
    },
    /** Deletes what is older than that. */
    prune: async (before: number) => {
      await db.deleteFrom('gauge_minutes').where('minute', '<', before).execute();
      await db.deleteFrom('gauge_events').where('at', '<', before).where('act', 'is', null).execute();
    },
  };
}

export type GaugesRepository = ReturnType<typeof createGaugesRepository>;

const NO_GAUGE = { settings: null, rule: null, rule_at: null, rule_by: null, person: null, state: null };
