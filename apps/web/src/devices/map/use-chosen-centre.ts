import type { LatLng, Map as LeafletMap } from 'leaflet';
import { useState } from 'react';
import type { Centre } from './map-centre.ts';
import type { CentreSaved } from './map-controls.tsx';
import { useSaveCentre } from './use-map-settings.ts';

/** Saves the centre that a person chooses, and the one before it again. The map goes there. */
export function useChosenCentre(map: LeafletMap | undefined, saved: Centre | undefined) {
  const [former, setFormer] = useState<Centre>();
  const [outcome, setOutcome] = useState<CentreSaved>('none');
  const { mutate } = useSaveCentre();

  const save = (centre: Centre, done: CentreSaved) => {
    map?.panTo([centre.latitude, centre.longitude]);
    mutate(centre, { onSuccess: () => setOutcome(done), onError: () => setOutcome('failed') });
  };
  return {
    outcome,
    choose: (point: LatLng) => {
      const { lat: latitude, lng: longitude } = point.wrap();
      setFormer(saved);
      save({ latitude, longitude }, 'new');
    },
    undo: () => former && save(former, 'former'),
  };
}
