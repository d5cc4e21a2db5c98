import './trusted-types.ts';
import { useQuery } from '@tanstack/react-query';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, useEffect, useState } from 'react';
import { deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { DevicePopup } from './device-popup.tsx';
import sharedStyles from './devices-map.module.css';
import { MapMarks } from './map-marks.tsx';
import styles from './signals-map.module.css';
import { useLeafletMap } from './use-leaflet-map.ts';
import { useMapMarks } from './use-map-marks.ts';
import { useSavedCentre, useTileCredit } from './use-map-settings.ts';
import { useTiles } from './use-tiles.ts';

type SignalsMapProps = {
  label: string;
  linkUp: boolean;
  /** Draws what lies under the devices. */
  children: (map: LeafletMap) => ReactNode;
};

/** A map within a page: the devices as on the large one, over what the page draws. */
export function SignalsMap({ label, linkUp, children }: SignalsMapProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [openTopic, setOpenTopic] = useState<string>();
  const { data: statuses } = useQuery(deviceStatusesQuery);
  const map = useLeafletMap(container, useSavedCentre());
  const { marks } = useMapMarks(map, statuses, linkUp);
  const ground = useTiles(map);
  const credit = useTileCredit();
  const open = openTopic !== undefined && statuses ? findDevice(statuses, openTopic) : undefined;

  useEffect(() => {
    // The wheel moves the page, which goes on below.
    map?.scrollWheelZoom.disable();
  }, [map]);

  return (
    <div className={styles.view}>
      <section ref={setContainer} className={styles.ground} aria-label={label} />
      {map && children(map)}
      {map && statuses && (
        <MapMarks map={map} marks={marks} statuses={statuses} linkUp={linkUp} onOpen={setOpenTopic} />
      )}
      {map && open && open.latitude !== null && open.longitude !== null && (
        <DevicePopup
          key={open.topic}
          map={map}
          device={{ ...open, latitude: open.latitude, longitude: open.longitude }}
          linkUp={linkUp}
          actions={null}
          onClose={() => setOpenTopic(undefined)}
        />
      )}
      <div className={sharedStyles.zoom}>
        <button type="button" aria-label="Ingrandisci" disabled={!map} onClick={() => map?.zoomIn()}>
          +
        </button>
        <button type="button" aria-label="Riduci" disabled={!map} onClick={() => map?.zoomOut()}>
          −
        </button>
      </div>
      {ground === 'missing' && <p className={styles.missing}>Lo sfondo della mappa non si carica.</p>}
      {credit !== undefined && <p className={sharedStyles.credit}>{credit}</p>}
    </div>
  );
}
