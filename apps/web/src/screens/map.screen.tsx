import { DevicesMap } from '../devices/map/devices-map.tsx';
import { useLinkState } from '../live/link-state.ts';
import { DeviceActions } from './device-actions.tsx';

/** The devices on a map that fills the page. */
export function MapScreen() {
  return (
    <>
      <h1 className="sr">Mappa</h1>
      <DevicesMap
        linkUp={useLinkState().up}
        drawActions={(device) => <DeviceActions key={device.id} device={device} />}
      />
    </>
  );
}
