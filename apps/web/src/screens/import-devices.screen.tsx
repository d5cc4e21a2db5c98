import { Link } from 'react-router';
import { ImportDevices } from '../devices/import/import-devices.tsx';

/** 'Importa dispositivi': a table of devices, tried before it is stored. For admins. */
export function ImportDevicesScreen() {
  return (
    <>
      <p className="small">
        <Link to="/gestisci">Gestisci</Link>
      </p>
      <h1>Importa dispositivi</h1>
      <ImportDevices />
    </>
  );
}
