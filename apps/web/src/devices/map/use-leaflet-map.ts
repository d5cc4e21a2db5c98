import { map as createMap, type Map as LeafletMap, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useState } from 'react';
import type { Centre } from './map-centre.ts';
import { INITIAL_ZOOM, MAX_ZOOM, TILE_SIZE_PX } from './map-constants.ts';

/**
 * A Leaflet map inside the container, without Leaflet's own controls (they write markup); undefined until container and
 * centre are known.
 */
export function useLeafletMap(
  container: HTMLElement | null,
  centre: Centre | undefined,
): LeafletMap | undefined {
  const [map, setMap] = useState<LeafletMap>();
  // The map opens here once; a centre that is saved later is already in view.
  const [opening, setOpening] = useState(centre);
  if (opening === undefined && centre !== undefined) setOpening(centre);

  useEffect(() => {
    if (container === null || opening === undefined) return undefined;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const created = createMap(container, {
      center: [opening.latitude, opening.longitude],
      zoom: INITIAL_ZOOM,
      maxZoom: MAX_ZOOM,
      doubleClickZoom: false,
      zoomControl: false,
      attributionControl: false,
      worldCopyJump: true,
      fadeAnimation: false,
      zoomAnimation: !still,
      inertia: !still,
    });
    const sizeWatch = new ResizeObserver(() => {
      const { x: width, y: height } = created.getSize();
      // Without a change of size Leaflet would still round its centre to a pixel, and that error grows with each zoom
      // in.
      if (container.clientWidth !== width || container.clientHeight !== height) created.invalidateSize();
    });
    sizeWatch.observe(container);
    setMap(created);
    return () => {
      sizeWatch.disconnect();
      created.remove();
      setMap(undefined);
    };
  }, [container, opening]);

  return map;
}

/** Shows the tiles. Where a tile does not load, the neutral background stays. */
export function useTiles(map: LeafletMap | undefined, tileUrl: string | undefined): void {
  useEffect(() => {
    if (map === undefined || tileUrl === undefined) return undefined;
    const tiles = tileLayer(tileUrl, {
      maxZoom: MAX_ZOOM,
      tileSize: TILE_SIZE_PX,
      // OpenStreetMap refuses requests without a referrer.
      referrerPolicy: 'strict-origin-when-cross-origin',
    });
    tiles.addTo(map);
    return () => {
      tiles.remove();
    };
  }, [map, tileUrl]);
}
