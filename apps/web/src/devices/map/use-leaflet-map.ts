import { map as createMap, type Map as LeafletMap, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useState } from 'react';
import type { Centre } from './map-centre.ts';
import { INITIAL_ZOOM, MAX_ZOOM, TILE_SIZE_PX } from './map-constants.ts';

/** A Leaflet map inside the container, without controls of its own (they write markup): undefined until both are there. */
export function useLeafletMap(
  container: HTMLElement | null,
  centre: Centre | undefined,
): LeafletMap | undefined {
  const [map, setMap] = useState<LeafletMap>();
  // Where the map opens; a centre saved later is where it already is.
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
      // Without a change of size Leaflet would still round its centre to a pixel, which grows with each zoom in.
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

/** Lays the tiles under the map. A tile that does not come leaves the neutral ground. */
export function useTiles(map: LeafletMap | undefined, tileUrl: string | undefined): void {
  useEffect(() => {
    if (map === undefined || tileUrl === undefined) return undefined;
    const tiles = tileLayer(tileUrl, {
      maxZoom: MAX_ZOOM,
      tileSize: TILE_SIZE_PX,
      // OpenStreetMap refuses requests that do not say where they come from.
      referrerPolicy: 'strict-origin-when-cross-origin',
    });
    tiles.addTo(map);
    return () => {
      tiles.remove();
    };
  }, [map, tileUrl]);
}
