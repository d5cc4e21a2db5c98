import './trusted-types.ts';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import type { LatLng, LeafletMouseEvent } from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { DevicePopup } from './device-popup.tsx';
import styles from './devices-map.module.css';
import { REFRESH_MS } from './map-constants.ts';
import { MapControls } from './map-controls.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapMarks } from './map-marks.tsx';
import { useLeafletMap, useTiles } from './use-leaflet-map.ts';
import { useMapMarks } from './use-map-marks.ts';
import { useSaveCentre, useSavedCentre, useTileSource } from './use-map-settings.ts';

type DevicesMapProps = {
  linkUp: boolean;
  /** Draws what can be done with a device, in its popup. */
  drawActions?: (device: DeviceStatusRecord) => ReactNode;
};

/** The map of all devices that have a position. With the link down their states are only the last known ones. */
export function DevicesMap({ linkUp, drawActions }: DevicesMapProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [openTopic, setOpenTopic] = useState<string>();
  const statuses = useQuery({
    ...deviceStatusesQuery,
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
  }).data;
  const map = useLeafletMap(container, useSavedCentre());
  const tiles = useTileSource();
  const saveCentre = useSaveCentre();
  const marks = useMapMarks(map, statuses, linkUp);
  useTiles(map, tiles?.tileUrl);

  const save = (point: LatLng) => {
    const { lat, lng } = point.wrap();
    map?.panTo(point);
    saveCentre.mutate({ latitude: lat, longitude: lng });
  };
  const onDoubleClick = useEffectEvent(({ latlng }: LeafletMouseEvent) => save(latlng));
  useEffect(() => {
    const listener = (event: LeafletMouseEvent) => onDoubleClick(event);
    map?.on('dblclick', listener);
    return () => {
      map?.off('dblclick', listener);
    };
  }, [map]);

  const open =
    openTopic === undefined || statuses === undefined ? undefined : findDevice(statuses, openTopic);
  return (
    <div className={styles.view}>
      <section ref={setContainer} className={styles.ground} aria-label="Mappa dei dispositivi" />
      {map && statuses && (
        <MapMarks map={map} marks={marks} statuses={statuses} linkUp={linkUp} onOpen={setOpenTopic} />
      )}
      {map && open && isPlaced(open) && (
        <DevicePopup
          key={open.topic}
          map={map}
          device={open}
          linkUp={linkUp}
          actions={drawActions?.(open)}
          onClose={() => setOpenTopic(undefined)}
        />
      )}
      <MapControls
        isReady={map !== undefined}
        saved={saveCentre.status}
        onZoomIn={() => map?.zoomIn()}
        onZoomOut={() => map?.zoomOut()}
        onSaveCentre={() => map && save(map.getCenter())}
      />
      <MapLegend />
      {tiles && <p className={styles.credit}>{tiles.tileAttribution}</p>}
    </div>
  );
}

function isPlaced(
  device: DeviceStatusRecord,
): device is DeviceStatusRecord & { latitude: number; longitude: number } {
  return device.latitude !== null && device.longitude !== null;
}
