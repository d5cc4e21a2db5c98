import type { LatLng, Map as LeafletMap, LeafletMouseEvent } from 'leaflet';
import { useEffect, useEffectEvent } from 'react';

/** A double click calls `onDoubleClick`. A double tap zooms in there, as it does on every map of a phone. */
export function useDoubleClick(map: LeafletMap | undefined, onDoubleClick: (point: LatLng) => void): void {
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
