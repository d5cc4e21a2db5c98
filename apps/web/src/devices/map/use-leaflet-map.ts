import { MAX_ZOOM } from '@semaforo/contract/domain/map-tiles';
import { map as createMap, type Map as LeafletMap } from 'leaflet';
import leafletStyle from 'leaflet/dist/leaflet.css?url';
import { useEffect, useState } from 'react';
import type { Centre } from './map-centre.ts';
import { INITIAL_ZOOM } from './map-constants.ts';

// Apart from our styles, which come with every first visit, and before them, so that ours win.
document.head.prepend(
  Object.assign(document.createElement('link'), { rel: 'stylesheet', href: leafletStyle }),
);

/**
 * A Leaflet map inside the container, without Leaflet's own controls (they write markup); undefined until container and
 * centre are known.
 */
export function useLeafletMap(
  container: HTMLElement | null,
  centre: Centre | undefined,
  zoom = INITIAL_ZOOM,
): LeafletMap | undefined {
  const [map, setMap] = useState<LeafletMap>();
  // The map opens here once; a centre that is saved later is already in view.
  const [opening, setOpening] = useState(centre);
  const [openingZoom] = useState(zoom);
  if (opening === undefined && centre !== undefined) setOpening(centre);

  useEffect(() => {
    if (container === null || opening === undefined) return undefined;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const created = createMap(container, {
      center: [opening.latitude, opening.longitude],
      zoom: openingZoom,
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
  }, [container, opening, openingZoom]);

  return map;
}
