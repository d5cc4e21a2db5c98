import './trusted-types.ts';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import type { FitBoundsOptions, LatLng, Map as LeafletMap, LeafletMouseEvent } from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { type DeviceStatuses, deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { DevicePopup } from './device-popup.tsx';
import styles from './devices-map.module.css';
import type { Centre } from './map-centre.ts';
import { REFRESH_MS } from './map-constants.ts';
import { type CentreSaved, MapControls } from './map-controls.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapMarks } from './map-marks.tsx';
import { MapNotice } from './map-notice.tsx';
import { placedBounds } from './placed-bounds.ts';
import { useLeafletMap } from './use-leaflet-map.ts';
import { useMapMarks } from './use-map-marks.ts';
import { useSaveCentre, useSavedCentre, useTileCredit } from './use-map-settings.ts';
import { useTiles } from './use-tiles.ts';

/** Closer than this one device would fill the view. */
const FRAME_ZOOM = 16;
/** Room for what lies over the map. */
const FRAME_MARGINS = { paddingTopLeft: [40, 150], paddingBottomRight: [40, 60] } satisfies FitBoundsOptions;

type DevicesMapProps = {
  linkUp: boolean;
  /** Draws what can be done with a device, in its popup. */
  drawActions?: (device: DeviceStatusRecord) => ReactNode;
};

/** The map of all devices that have a position. With the link down their states are only the last known ones. */
export function DevicesMap({ linkUp, drawActions }: DevicesMapProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [openTopic, setOpenTopic] = useState<string>();
  const {
    data: statuses,
    isLoadingError,
    refetch,
  } = useQuery({
    ...deviceStatusesQuery,
    refetchInterval: REFRESH_MS,
    refetchOnMount: 'always',
  });
  const savedCentre = useSavedCentre();
  const map = useLeafletMap(container, savedCentre);
  const credit = useTileCredit();
  const centre = useChosenCentre(map, savedCentre);
  const { marks, isEmpty } = useMapMarks(map, statuses, linkUp);
  const ground = useTiles(map);
  useDoubleClick(map, centre.choose);

  const frame = (known: DeviceStatuses) => {
    const bounds = placedBounds(known);
    if (bounds === undefined) return;
    const { west, south, east, north } = bounds;
    map?.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { maxZoom: FRAME_ZOOM, ...FRAME_MARGINS },
    );
  };
  const devices = isLoadingError ? 'failed' : placesOf(statuses);
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
        saved={centre.outcome}
        onZoomIn={() => map?.zoomIn()}
        onZoomOut={() => map?.zoomOut()}
        onFrame={statuses && devices === 'placed' ? () => frame(statuses) : undefined}
        onSaveCentre={() => map && centre.choose(map.getCenter())}
        onUndo={centre.undo}
      >
        <MapNotice
          ground={ground}
          devices={devices}
          onFrame={statuses && isEmpty ? () => frame(statuses) : undefined}
          onRetry={() => void refetch()}
        />
      </MapControls>
      <MapLegend />
      {credit !== undefined && <p className={styles.credit}>{credit}</p>}
    </div>
  );
}

function placesOf(statuses: DeviceStatuses | undefined): 'reading' | 'placed' | 'unplaced' {
  if (statuses === undefined) return 'reading';
  return statuses.blocks.some((block) => block.some(isPlaced)) ? 'placed' : 'unplaced';
}

function isPlaced(
  device: DeviceStatusRecord,
): device is DeviceStatusRecord & { latitude: number; longitude: number } {
  return device.latitude !== null && device.longitude !== null;
}

/** Saves the centre that a person chooses, and the one before it again. The map goes there. */
function useChosenCentre(map: LeafletMap | undefined, saved: Centre | undefined) {
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

/** A double click calls `onDoubleClick`. A double tap zooms in there, as it does on every map of a phone. */
function useDoubleClick(map: LeafletMap | undefined, onDoubleClick: (point: LatLng) => void): void {
  const choose = useEffectEvent(onDoubleClick);

  useEffect(() => {
    if (map === undefined) return undefined;
    const container = map.getContainer();
    let pointer = 'mouse';
    // A double click does not say what made it.
    const notePointer = ({ pointerType }: PointerEvent) => {
      pointer = pointerType;
    };
    const listener = ({ latlng }: LeafletMouseEvent) => {
      if (pointer === 'touch') map.setZoomAround(latlng, map.getZoom() + 1);
      else choose(latlng);
    };
    container.addEventListener('pointerdown', notePointer, { capture: true });
    map.on('dblclick', listener);
    return () => {
      container.removeEventListener('pointerdown', notePointer, { capture: true });
      map.off('dblclick', listener);
    };
  }, [map]);
}
