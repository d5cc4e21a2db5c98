import { labelOf } from '@semaforo/contract/domain/label';
import type { WarningColor } from '@semaforo/contract/domain/sensors/site-rule';
import { failPoint } from '../platform/fail-point.ts';
import type { GaugesRepository } from './gauges.repository.ts';
import type { Gauges } from './gauges.ts';
import type { Gauge } from './known-gauge.ts';

/** What the water at a site asks for; see the alerts, which make it once for each event. */
type AskedAlert = {
  gauge: { id: number; event: number };
  ownerId: number;
  color: WarningColor;
  reason: string;
  deviceIds: readonly number[];
  act: 'propose' | 'raise';
};

/**
 * Makes alerts of the events that are stored and wait for that, the oldest first. What was interrupted is done again,
 * and is there once all the same.
 */
export function createActOnEvents(options: {
  repository: Pick<GaugesRepository, 'listWaiting' | 'markDone'>;
  findGauge: (deviceId: number) => Gauge | undefined;
  of: Gauges['of'];
  raise: (asked: AskedAlert) => Promise<void>;
}): () => Promise<void> {
  const { repository } = options;
  return async () => {
    for (const { deviceId, number, color, sentence, act } of await repository.listWaiting()) {
      const gauge = options.findGauge(deviceId);
      const deviceIds = options.of(deviceId).kept?.rule.device_ids ?? [];
      failPoint('before-raise');
      if (gauge?.ownerId && color !== null) {
        await options.raise({
          gauge: { id: deviceId, event: number },
          ...{ ownerId: gauge.ownerId, color, act, deviceIds },
          reason: `${labelOf(gauge)}: ${sentence}`,
        });
      }
      failPoint('after-raise');
      await repository.markDone({ deviceId, number });
    }
  };
}
