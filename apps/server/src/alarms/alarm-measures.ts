import { ALARM_STATES, type AlarmState } from '@semaforo/contract/domain/alarm-rules';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { Database } from '../database/schema.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';

/** Shows how many alarms are in which state, and what waits for the mail server, to Prometheus. */
export function measureAlarms(
  registry: Registry,
  { db, countMails }: { db: Kysely<Database>; countMails: () => Promise<number> },
): void {
  addMeasuredGauge(registry, {
    name: 'semaforo_alarms',
    help: 'Alarms that are not closed, by state',
    label: 'state',
    read: async () => {
      const counts = Object.fromEntries(
        ALARM_STATES.filter((state) => state !== 'chiuso').map((state) => [state, 0]),
      ) as Record<Exclude<AlarmState, 'chiuso'>, number>;
      const rows = await db
        .selectFrom('alarms')
        .select(['state', ({ fn }) => fn.countAll<number | string>().as('count')])
        .where('state', '<>', 'chiuso')
        .groupBy('state')
        .execute();
      for (const { state, count } of rows) if (state !== 'chiuso') counts[state] = Number(count);
      return counts;
    },
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_alarm_mails_waiting',
    help: 'E-mails that wait to be taken by the mail server',
    read: countMails,
  });
}
