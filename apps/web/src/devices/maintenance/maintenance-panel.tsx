import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import fieldStyles from '../../ui/field.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Panel } from '../../ui/panel.tsx';
import { MaintenanceNote } from '../cards/maintenance-note.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { useMaintenance } from './use-maintenance.ts';

/** 'Manutenzione' on the page of a device: to begin it, or what it is and how to change or end it. */
export function MaintenancePanel({ device }: { device: DeviceStatusRecord }) {
  const [isAsking, setAsking] = useState(false);
  const { change, isChanging, failure } = useMaintenance(device, () => undefined);
  return (
    <Panel label="Manutenzione">
      <div className={layoutStyles.stack}>
        <h2>Manutenzione</h2>
        {device.maintenance && <MaintenanceNote maintenance={device.maintenance} />}
        {failure !== null && (
          <p className={fieldStyles.error} role="alert">
            {failure}
          </p>
        )}
        <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
          {device.maintenance && (
            <Button
              variant="outline"
              aria-disabled={isChanging}
              onClick={() => {
                if (!isChanging) change(null);
              }}
            >
              Termina la manutenzione
            </Button>
          )}
          <Button variant="outline" onClick={() => setAsking(true)}>
            {device.maintenance ? 'Cambia…' : 'Manutenzione…'}
          </Button>
        </div>
      </div>
      {isAsking && <MaintenanceDialog device={device} onClose={() => setAsking(false)} />}
    </Panel>
  );
}
