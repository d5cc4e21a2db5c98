import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef, useState } from 'react';
import type { DeviceStatuses } from '../../api/device-snapshot.ts';
import { type ClusterFeed, openClusterFeed, type ShownMark } from './cluster-feed.ts';

/** How often the clusters may be computed again; a device that is shown alone follows each live event at once. */
const FEED_INTERVAL_MS = 500;
const PHONE_PX = 720;
const COVERED_PX = 150;
/** How much around the visible part is drawn too, so that a short move finds its marks. */
const MARGIN = 0.2;

/** The marks to draw, updated when the map moves and when devices change; and whether none of them is in view. */
export function useMapMarks(
  map: LeafletMap | undefined,
  statuses: DeviceStatuses | undefined,
  linkUp: boolean,
): { marks: readonly ShownMark[]; isEmpty: boolean } {
  const [marks, setMarks] = useState<readonly ShownMark[]>([]);
  const [isBusy, setBusy] = useState(true);
  const [isFed, setFed] = useState(false);
  const [feed, setFeed] = useState<ClusterFeed>();
  const fedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const opened = openClusterFeed(setMarks, setBusy);
    setFeed(opened);
    return opened.close;
  }, []);

  useEffect(() => {
    if (map === undefined || feed === undefined) return undefined;
    const showViewport = () => {
      const bounds = map.getBounds().pad(MARGIN);
      feed.show({
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
        zoom: map.getZoom(),
      });
    };
    showViewport();
    map.on('moveend', showViewport);
    return () => {
      map.off('moveend', showViewport);
    };
  }, [map, feed]);

  useEffect(() => {
    if (feed === undefined || statuses === undefined) return undefined;
    const wait = Math.max(0, fedAt.current + FEED_INTERVAL_MS - performance.now());
    const timer = setTimeout(() => {
      fedAt.current = performance.now();
      feed.update(statuses, linkUp);
      setFed(true);
    }, wait);
    return () => clearTimeout(timer);
  }, [feed, statuses, linkUp]);

  useEffect(() => map?.getContainer().setAttribute('aria-busy', String(isBusy)), [map, isBusy]);

  const isEmpty = isFed && !isBusy && map !== undefined && !marks.some((mark) => isInView(map, mark));
  return { marks, isEmpty };
}

/** Marks are drawn around what is seen too; on a phone what lies over the map covers its upper edge. */
function isInView(map: LeafletMap, { latitude, longitude }: ShownMark): boolean {
  const { x, y } = map.latLngToContainerPoint([latitude, longitude]);
  const { x: width, y: height } = map.getSize();
  const top = width > PHONE_PX ? 0 : COVERED_PX;
  return x >= 0 && x <= width && y >= top && y <= height;
}
