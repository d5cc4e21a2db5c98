import './trusted-types.ts';
import type { ManagedDevice } from '@semaforo/contract/api/devices';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Toast } from '../../ui/toast.tsx';
import { useUpdateDevice } from '../management/managed-devices.queries.ts';
import { formatCoordinates } from './coordinates.ts';
import type { Centre } from './map-centre.ts';
import styles from './position-picker.module.css';
import { useLeafletMap } from './use-leaflet-map.ts';
import { useSavedCentre, useTileCredit } from './use-map-settings.ts';
import { useTiles } from './use-tiles.ts';

/** Near enough to tell two corners of a crossing apart. */
const PLACED_ZOOM = 17;
/** Some ten centimetres. */
const DECIMALS = 6;

type PositionPickerProps = {
  device: Pick<ManagedDevice, 'id' | 'latitude' | 'longitude'>;
  onNotice: (notice: Toast) => void;
  onClose: () => void;
};

/**
 * Where a device stands: the map is moved under a cross in its middle, by mouse, finger or arrow keys, and then saved.
 */
export function PositionPicker({ device, onNotice, onClose }: PositionPickerProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const savedCentre = useSavedCentre();
  const place = placeOf(device);
  const map = useLeafletMap(container, place ?? savedCentre, place && PLACED_ZOOM);
  const ground = useTiles(map);
  const credit = useTileCredit();
  const [centre, setCentre] = useState(place);
  const saving = useUpdateDevice({ onNotice });

  useEffect(() => {
    if (map === undefined) return undefined;
    const follow = () => {
      const { lat, lng } = map.getCenter().wrap();
      setCentre({ latitude: Number(lat.toFixed(DECIMALS)), longitude: Number(lng.toFixed(DECIMALS)) });
    };
    map.on('moveend', follow);
    return () => {
      map.off('moveend', follow);
    };
  }, [map]);

  const save = (changes: { latitude: number | null; longitude: number | null }) => {
    if (!saving.isPending) saving.mutate({ id: device.id, changes }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title="Posizione"
      wide
      onCancel={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            Annulla
          </Button>
          {place && (
            <Button variant="outline" onClick={() => save({ latitude: null, longitude: null })}>
              Togli la posizione
            </Button>
          )}
          <Button
            aria-disabled={centre === undefined || saving.isPending}
            onClick={() => centre && save(centre)}
          >
            Salva questa posizione
          </Button>
        </>
      }
    >
      <p>Sposta la mappa finché la croce è sul dispositivo: trascinala, o usa le frecce e i tasti + e −.</p>
      <div className={styles.view}>
        <section ref={setContainer} className={styles.ground} aria-label="Mappa della posizione" />
        <span className={styles.cross} aria-hidden="true" />
        {credit !== undefined && <p className={styles.credit}>{credit}</p>}
      </div>
      {ground === 'missing' && <p className="small">Lo sfondo della mappa non si carica.</p>}
      <p role="status">{centre ? formatCoordinates(centre) : 'Nessuna posizione scelta'}</p>
    </Dialog>
  );
}

function placeOf({ latitude, longitude }: PositionPickerProps['device']): Centre | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}
