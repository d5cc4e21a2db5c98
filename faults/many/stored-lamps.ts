import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { openDatabase } from '@semaforo/server/database/engine';
import type { SignalViolation } from '@semaforo/testing/assert-signals';
import { litAtLast, type SignalReports } from '@semaforo/testing/signal-reports';

/** What a server that has ended left stored otherwise than the signals said it last. */
export async function assertStored(
  dataDir: string,
  reports: ReadonlyMap<string, SignalReports>,
): Promise<SignalViolation[]> {
  const database = openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const rows = await database.db
      .selectFrom('device_states')
      .innerJoin('devices', 'devices.id', 'device_states.device_id')
      .select(['devices.topic', 'device_states.lamps'])
      .execute();
    return rows.flatMap(({ topic: key, lamps }) => {
      const lit = litAtLast(reports.get(key)?.reported ?? []);
      const stored = JSON.parse(lamps) as Record<string, { on?: unknown } | undefined>;
      const wrong = SIGNAL_COLORS.filter((lamp) => (stored[lamp]?.on === true) !== lit.has(lamp));
      return wrong.map((lamp) => ({
        invariant: 'shown-wrong' as const,
        key,
        what: `${lamp} is stored as ${String(stored[lamp]?.on)}`,
      }));
    });
  } finally {
    await database.close();
  }
}
