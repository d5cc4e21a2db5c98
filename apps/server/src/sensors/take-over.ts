import type { WarningColor } from '@semaforo/contract/domain/sensors/site-rule';
import type { Gauges } from './gauges.ts';
import type { Gauge } from './known-gauge.ts';

/** What a signal shows of itself, graver than is desired of it; with the name of the signal. */
export type LitByBoard = { color: WarningColor; name: string };

/**
 * Finds signals whose board lit a warning by the rule that it has itself (docs/rules.md#local-rule), and has the site
 * take it over: seen twice in a row, so that no lamp on its way counts, and once for each time.
 */
export function createTakeOver(options: {
  listGauges: () => readonly Gauge[];
  gauges: Pick<Gauges, 'of' | 'lit'>;
  /** What the board of a signal lit of itself; null while it shows what is desired, or milder. */
  litBy: (deviceId: number) => LitByBoard | null;
}): () => void {
  const seen = new Map<number, { color: WarningColor; isTold: boolean }>();
  const look = (gauge: Gauge, deviceId: number) => {
    const lit = options.litBy(deviceId);
    const before = seen.get(deviceId);
    if (lit === null) seen.delete(deviceId);
    else if (before?.color !== lit.color) seen.set(deviceId, { color: lit.color, isTold: false });
    else if (!before.isTold) {
      seen.set(deviceId, { color: lit.color, isTold: true });
      options.gauges.lit(gauge, lit);
    }
  };
  return () => {
    for (const gauge of options.listGauges()) {
      const rule = options.gauges.of(gauge.id).kept?.rule;
      for (const deviceId of rule?.local ? rule.device_ids : []) look(gauge, deviceId);
    }
  };
}
