import { divIcon, type LeafletKeyboardEvent, type Map as LeafletMap, marker } from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './devices-map.module.css';
import { ICON_SIZE_PX } from './map-constants.ts';

type MapMarkerProps = {
  map: LeafletMap;
  latitude: number;
  longitude: number;
  label: string;
  onPress: () => void;
  children: ReactNode;
};

/** A button on the map for click, Enter and space. React renders its content, so only changes are painted again. */
export function MapMarker({ map, latitude, longitude, label, onPress, children }: MapMarkerProps) {
  const [face] = useState(() => document.createElement('div'));
  const press = useEffectEvent(onPress);

  useEffect(() => {
    const button = marker([latitude, longitude], {
      icon: divIcon({ html: face, className: `${styles.marker}`, iconSize: [ICON_SIZE_PX, ICON_SIZE_PX] }),
    });
    button.on('click', () => press());
    button.on('keydown', ({ originalEvent }: LeafletKeyboardEvent) => {
      if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
      originalEvent.preventDefault();
      press();
    });
    button.addTo(map);
    return () => {
      button.remove();
    };
  }, [map, latitude, longitude, face]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: at another place the button is another element
  useEffect(() => {
    face.parentElement?.setAttribute('aria-label', label);
  }, [map, latitude, longitude, face, label]);

  return createPortal(children, face);
}
