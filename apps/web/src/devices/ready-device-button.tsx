import { saveFile } from '../platform/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { DeviceConnection } from './connection-lines.ts';
import { readyDevice } from './ready-device.ts';

/** Saves a device to try with, for a computer with Node.js; with a connection it is that device. */
export function ReadyDeviceButton({ connection }: { connection?: DeviceConnection }) {
  return (
    <Button
      variant="outline"
      onClick={() =>
        saveFile('dispositivo.mjs', new Blob([readyDevice(connection)], { type: 'text/javascript' }))
      }
    >
      <Icon name="download" small />
      Dispositivo di prova
    </Button>
  );
}
