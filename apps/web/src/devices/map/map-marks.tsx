import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { MAX_ZOOM } from '@semaforo/contract/domain/map-tiles';
import { type Map as LeafletMap, latLngBounds } from 'leaflet';
import { memo } from 'react';
import { type DeviceStatuses, findDevice } from '../../api/device-snapshot.ts';
import { viewStateOf } from '../../lamps/view-state.ts';
import type { ShownMark } from './cluster-feed.ts';
import { ClusterIcon, clusterName } from './cluster-icon.tsx';
import type { Bounds } from './cluster-index.ts';
import { LanternMapIcon } from './lantern-map-icon.tsx';
import { SignalMapIcon } from './map-icon.tsx';
import { MapMarker } from './map-marker.tsx';

type MapMarksProps = {
  map: LeafletMap;
  marks: readonly ShownMark[];
  statuses: DeviceStatuses;
  linkUp: boolean;
  onOpen: (topic: string) => void;
};

/** The clusters and single devices on the map, in their current state. */
export function MapMarks({ map, marks, statuses, linkUp, onOpen }: MapMarksProps) {
  return marks.map((mark) => {
    if (mark.kind === 'cluster') {
      const { id, bounds, ...cluster } = mark;
      return <ClusterMarker key={`cluster ${id}`} map={map} {...cluster} {...bounds} />;
    }
    const device = findDevice(statuses, mark.topic);
    if (device === undefined) return null;
    const { latitude, longitude } = mark;
    return <DeviceMarker key={mark.topic} {...{ map, device, latitude, longitude, linkUp, onOpen }} />;
  });
}

type Cluster = Extract<ShownMark, { kind: 'cluster' }>;
/**
 * The bounds as separate values: the worker answers with new objects each time, and only changed marks are drawn again.
 */
type ClusterMarkerProps = { map: LeafletMap } & Omit<Cluster, 'id' | 'bounds'> & Bounds;

const ClusterMarker = memo(function ClusterMarker(props: ClusterMarkerProps) {
  const { map, latitude, longitude, count, gravest, errors, outOfSync } = props;
  const cluster = { count, gravest, errors, outOfSync };
  return (
    <MapMarker
      map={map}
      latitude={latitude}
      longitude={longitude}
      label={clusterName(cluster)}
      onPress={() => {
        zoomTo(map, props);
        // The pressed mark is about to be replaced: the focus moves to the map.
        map.getContainer().focus();
      }}
    >
      <ClusterIcon {...cluster} />
    </MapMarker>
  );
});

/** At least one zoom level closer, where the cluster splits. */
function zoomTo(map: LeafletMap, { west, south, east, north }: Bounds): void {
  const bounds = latLngBounds([south, west], [north, east]);
  const zoom = Math.max(map.getBoundsZoom(bounds), map.getZoom() + 1);
  map.setView(bounds.getCenter(), Math.min(zoom, MAX_ZOOM));
}

type DeviceMarkerProps = {
  map: LeafletMap;
  device: DeviceStatusRecord;
  latitude: number;
  longitude: number;
  linkUp: boolean;
  onOpen: (topic: string) => void;
};

const DeviceMarker = memo(function DeviceMarker(props: DeviceMarkerProps) {
  const { map, device, latitude, longitude, linkUp, onOpen } = props;
  const view = viewStateOf(device, linkUp);
  const DeviceIcon = device.device_type === 'lanterna' ? LanternMapIcon : SignalMapIcon;
  return (
    <MapMarker
      map={map}
      latitude={latitude}
      longitude={longitude}
      label={`${labelOf(device)}: ${view.name}`}
      onPress={() => onOpen(device.topic)}
    >
      <DeviceIcon view={view} />
    </MapMarker>
  );
});
