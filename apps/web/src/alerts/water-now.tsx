import { centimetres } from '@semaforo/contract/domain/sensors/site-words';
import { useQuery } from '@tanstack/react-query';
import { isLevelKnown, sensorsQuery } from '../api/sensors.ts';
import { Age } from '../platform/age.tsx';

/** How high the water stands at the site that asked for an alert: the person who ends it sees that. */
export function WaterNow({ sensorId, linkUp }: { sensorId: number; linkUp: boolean }) {
  const sensor = useQuery(sensorsQuery).data?.find(({ id }) => id === sensorId);
  if (!sensor) return <p>Livello dell’acqua: non letto.</p>;
  const { level, level_at: at, float, asked } = sensor;
  const isKnown = isLevelKnown(sensor, linkUp);
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
      {asked === null ? isKnown && 'Non chiede più nulla.' : `Chiede ancora ${asked}.`}
    </p>
  );
}
