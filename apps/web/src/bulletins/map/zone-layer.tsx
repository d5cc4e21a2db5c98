import { divIcon, type Map as LeafletMap, marker, polygon, SVG } from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { ColorMark } from '../../lamps/color-mark.tsx';
import styles from './zone-map.module.css';
import { patternOf } from './zone-patterns.tsx';
import { extentOf, largestExtent, type ZoneOnMap } from './zones-on-map.ts';

const SIGN_PX = 24;
/** Below the marks of the signals. */
const BELOW = -1000;
const MARGIN_PX: [number, number] = [24, 24];

type ZoneLayerProps = {
  map: LeafletMap;
  zones: readonly ZoneOnMap[];
  /** The codes of those to which the map goes at first; it goes to all when it has none of them. */
  own: readonly string[];
  stale: boolean;
  onChoose: (key: string) => void;
};

/** The zones on the map: each with the pattern of its level, and the mark of its color where there is room. */
export function ZoneLayer({ map, zones, own, stale, onChoose }: ZoneLayerProps) {
  const zoom = useZoom(map);
  // Patterns are a thing of SVG.
  const [renderer] = useState(() => new SVG());
  useFirstView(map, zones, own);
  return zones.map((zone) => (
    <ZoneShape key={zone.key} {...{ map, renderer, zone, zoom, stale }} onChoose={() => onChoose(zone.key)} />
  ));
}

type ZoneShapeProps = Pick<ZoneLayerProps, 'map' | 'stale'> & {
  renderer: SVG;
  zone: ZoneOnMap;
  zoom: number;
  onChoose: () => void;
};

function ZoneShape({ map, renderer, zone, zoom, stale, onChoose }: ZoneShapeProps) {
  const { coordinates, level } = zone;
  const { color } = level;
  const choose = useEffectEvent(onChoose);

  useEffect(() => {
    const shape = polygon(
      coordinates.map((rings) => rings.map((ring) => ring.map(([x, y]): [number, number] => [y, x]))),
      {
        renderer,
        className: `${stale ? styles.staleZone : styles.zone}`,
        fillColor: `url(#${patternOf(color)})`,
        fillOpacity: 1,
      },
    );
    shape.on('click', () => choose());
    shape.addTo(map);
    return () => {
      shape.remove();
    };
  }, [map, renderer, coordinates, color, stale]);

  const place = largestExtent(coordinates);
  if (!place) return null;
  const { west, south, east, north } = place;
  const [low, high] = [map.project([south, west], zoom), map.project([north, east], zoom)];
  const hasRoom = Math.min(high.x - low.x, low.y - high.y) >= SIGN_PX;
  // What is grave is seen from afar too.
  if (!hasRoom && color !== 'rosso' && color !== 'arancio') return null;
  return (
    <ZoneSign map={map} latitude={(south + north) / 2} longitude={(west + east) / 2} level={zone.level} />
  );
}

type ZoneSignProps = { map: LeafletMap; latitude: number; longitude: number; level: ZoneOnMap['level'] };

/** It lets presses through to the zone below it. */
function ZoneSign({ map, latitude, longitude, level: { color } }: ZoneSignProps) {
  const [face] = useState(() => document.createElement('div'));

  useEffect(() => {
    const icon = divIcon({ html: face, className: `${styles.sign}`, iconSize: [SIGN_PX, SIGN_PX] });
    const sign = marker([latitude, longitude], {
      icon,
      interactive: false,
      keyboard: false,
      zIndexOffset: BELOW,
    });
    sign.addTo(map);
    return () => {
      sign.remove();
    };
  }, [map, latitude, longitude, face]);

  return createPortal(color === null ? <b>?</b> : <ColorMark color={color} large />, face);
}

function useZoom(map: LeafletMap): number {
  const [zoom, setZoom] = useState(() => map.getZoom());
  useEffect(() => {
    const follow = () => setZoom(map.getZoom());
    follow();
    map.on('zoomend', follow);
    return () => {
      map.off('zoomend', follow);
    };
  }, [map]);
  return zoom;
}

/** Goes to the own zones, or to all, once: later the person moves the map. */
function useFirstView(map: LeafletMap, zones: readonly ZoneOnMap[], own: readonly string[]): void {
  const [goneFor, setGoneFor] = useState<string>();
  const wanted = own.join(' ');
  useEffect(() => {
    if (zones.length === 0 || goneFor === wanted) return;
    const codes = new Set(wanted.split(' '));
    const mine = zones.filter(({ level: { zone } }) => zone !== null && codes.has(zone));
    const extent = extentOf((mine.length > 0 ? mine : zones).map(({ coordinates }) => coordinates));
    if (!extent) return;
    const { west, south, east, north } = extent;
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { padding: MARGIN_PX, animate: false },
    );
    setGoneFor(wanted);
  }, [map, zones, wanted, goneFor]);
}
