import type { DeviceAlarm } from '@semaforo/contract/domain/alarm-rules';
import { labelOf } from '@semaforo/contract/domain/label';
import { centimetres, faulty } from '@semaforo/contract/domain/sensors/site-words';
import { askedColor } from '@semaforo/contract/domain/sensors/step-gauge';
import type { Gauges } from './gauges.ts';
import type { Gauge } from './known-gauge.ts';

/** What is wrong at a site just now, in Italian. */
type GaugeTrouble = {
  id: number;
  ownerId: number | null;
  name: string;
  kind: DeviceAlarm;
  detail: string | null;
};

/** Lists what is wrong: water above a threshold, a gauge that is silent, one whose measures are not credible. */
export function listGaugeTroubles(gauges: readonly Gauge[], of: Gauges['of']): GaugeTrouble[] {
  return gauges.flatMap((gauge) => {
    const { state } = of(gauge.id);
    const asked = askedColor(state);
    const last = state.level === null ? null : `Ultimo livello saputo: ${centimetres(state.level.value)}`;
    const found: [DeviceAlarm, string | null][] = [
      ...(asked === null
        ? []
        : [['acqua alta', `${asked}: ${last ?? 'galleggiante alzato'}`] as [DeviceAlarm, string]]),
      ...(state.silentSince === null ? [] : [['sensore muto', last] as [DeviceAlarm, string | null]]),
      ...(state.fault === null
        ? []
        : [['misura sospetta', faulty(state.fault.kind, state)] as [DeviceAlarm, string]]),
    ];
    return found.map(([kind, detail]) => ({
      ...{ id: gauge.id, ownerId: gauge.ownerId, name: labelOf(gauge), kind, detail },
    }));
  });
}
