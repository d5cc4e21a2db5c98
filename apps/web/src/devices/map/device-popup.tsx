import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type Map as LeafletMap, popup } from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { DevicePopupContent } from './device-popup-content.tsx';
import styles from './devices-map.module.css';

const WIDTH_PX = 264;
/** From the centre of the icon to its top. */
const OFFSET_PX: [number, number] = [0, -16];

type DevicePopupProps = {
  map: LeafletMap;
  device: DeviceStatusRecord & { latitude: number; longitude: number };
  linkUp: boolean;
  /** What can be done with the device. */
  actions: ReactNode;
  onClose: () => void;
};

/** The popup of a device above its mark. React renders the content, so no text is ever treated as markup. */
export function DevicePopup({ map, device, linkUp, actions, onClose }: DevicePopupProps) {
  const [content] = useState(() => document.createElement('div'));
  const close = useEffectEvent(onClose);
  const { latitude, longitude } = device;

  useEffect(() => {
    const opener = document.activeElement;
    const box = popup({
      className: `${styles.popup}`,
      closeButton: false,
      minWidth: WIDTH_PX,
      maxWidth: WIDTH_PX,
      offset: OFFSET_PX,
      autoPanPadding: [16, 16],
    });
    box.setLatLng([latitude, longitude]).setContent(content).openOn(map);
    box.on('remove', () => close());
    content.querySelector('button')?.focus();
    return () => {
      box.off('remove').remove();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [map, latitude, longitude, content]);

  return createPortal(
    <DevicePopupContent device={device} linkUp={linkUp} actions={actions} onClose={onClose} />,
    content,
  );
}
