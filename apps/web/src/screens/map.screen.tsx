import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useGroups } from '../commands/groups.queries.ts';
import { tickedDevices, useTargetChoice, withTicked } from '../commands/target-choice.ts';
import { DevicesMap } from '../devices/map/devices-map.tsx';
import { useLinkState } from '../live/link-state.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { DeviceCommand } from './device-command.tsx';
import { DeviceLampTest, testedOf } from './device-lamp-test.tsx';

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

/** What can be done with a device on the map: to command it, or to select it for a command to several. */
function DeviceActions({ device }: { device: DeviceStatusRecord }) {
  return (
    <>
      {device.device_type === 'semaforo' && <Select device={device} />}
      <DeviceCommand device={device} />
      <DeviceLampTest devices={[testedOf(device)]} size="small" />
    </>
  );
}

function Select({ device }: { device: DeviceStatusRecord }) {
  const { whom, choose } = useTargetChoice('semaforo');
  const groups = useGroups();
  const group = whom.kind === 'gruppo' ? groups.find(({ id }) => id === whom.groupId) : undefined;
  const ticked = whom.kind === 'scelti' ? whom.deviceIds : (group?.deviceIds ?? []);
  const selected = tickedDevices([device], whom, groups).length > 0;
  return (
    <SelectBox checked={selected} onChange={() => choose(withTicked(ticked, [device.id], !selected))}>
      Seleziona per il prossimo comando
    </SelectBox>
  );
}
