import { centimetres } from '@semaforo/contract/domain/sensors/site-words';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { Age } from '../platform/age.tsx';

/** How high the water stands at the site that asked for an alert: whoever ends it sees that. */
export function WaterNow({ sensorId }: { sensorId: number }) {
  const { data: sensor } = useQuery({
    queryKey: [...queryKeys.sensors, sensorId, 'now'],
    queryFn: ({ signal }) => callRoute('getSensor', { params: { id: sensorId }, signal }),
  });
  if (!sensor) return <p>Livello dell’acqua: non letto.</p>;
  const { level, level_at: at, float, silent_since: silentSince, asked } = sensor;
  const isKnown = silentSince === null && (level !== null || float !== null);
  return (
    <p role="status">
      <b>
        {!isKnown && 'Non sappiamo quanta acqua c’è adesso.'}
        {isKnown && level !== null && `Adesso l’acqua è a ${centimetres(level)}.`}
        {isKnown && level === null && (float ? 'Il galleggiante è alzato.' : 'Il galleggiante è abbassato.')}
      </b>{' '}
      {at !== null && (
        <>
          Ultima lettura <Age since={at} />.{' '}
        </>
      )}
      {asked === null ? 'Non chiede più nulla.' : `Chiede ancora ${asked}.`}
    </p>
  );
}
