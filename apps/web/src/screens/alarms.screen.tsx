import type { AlarmRecord } from '@semaforo/contract/api/alarms';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import { useId, useMemo, useState } from 'react';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { AlarmRow, isRequestedFor } from '../incidents/alarm-row.tsx';
import { useAlarms } from '../incidents/alarms.queries.ts';
import { AvailabilityTable, thisMonth } from '../incidents/availability-table.tsx';
import { MaintenanceForm, RunningMaintenance } from '../incidents/duty-maintenance.tsx';
import { DutyPanel } from '../incidents/duty-panel.tsx';
import { NextAlarm } from '../incidents/next-alarm.tsx';
import { PushPanel } from '../incidents/push-panel.tsx';
import { DeviceDrawing } from '../lamps/device-drawing.tsx';
import { useLinkState } from '../live/link-state.ts';
import { Button } from '../ui/button.tsx';
import { Fold } from '../ui/fold.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { useFirstRows } from '../ui/use-first-rows.ts';

/** What needs somebody and what somebody has in charge; folded, what is over, whom to tell and how devices were. */
export function AlarmsScreen() {
  const { alarms, isRead, failed } = useAlarms();
  const devices = useDevices();
  const [month, setMonth] = useState(thisMonth);
  const inState = (state: AlarmRecord['state']) => alarms.filter((alarm) => alarm.state === state);
  const past = inState('chiuso');
  return (
    <div className={layoutStyles.stack}>
      <h1>Allarmi</h1>
      {failed && <p role="alert">Gli allarmi non sono stati letti</p>}
      {!isRead && !failed && <Loading label="Lettura degli allarmi" />}
      {isRead && alarms.length === past.length && <p className="muted">Nessun allarme.</p>}
      <RunningMaintenance />
      <NextAlarm devices={devices} />
      <AlarmList title="Da prendere in carico" alarms={inState('aperto')} devices={devices} />
      <AlarmList title="Presi in carico" alarms={inState('preso in carico')} devices={devices} />
      <AlarmList title="Risolti" alarms={inState('risolto')} devices={devices} />
      <div>
        <Fold title="Storico degli allarmi">
          {past.length === 0 && <p className="muted">Nessun allarme chiuso.</p>}
          <AlarmList title="Chiusi" alarms={past} devices={devices} />
        </Fold>
        <Fold title="Impostazioni degli allarmi">
          <div className={layoutStyles.stack}>
            <Panel label="Reperibili">
              <DutyPanel />
            </Panel>
            <Panel label="Manutenzione">
              <MaintenanceForm />
            </Panel>
            <Panel label="Notifiche">
              <PushPanel />
            </Panel>
            <Panel padded={false} label="Disponibilità">
              <AvailabilityTable month={month} onMonth={setMonth} />
            </Panel>
          </div>
        </Fold>
      </div>
    </div>
  );
}

type Devices = ReadonlyMap<number, DeviceStatusRecord>;

function useDevices(): Devices {
  const { devices: signals } = useDevicesOfType('semaforo');
  const { devices: lanterns } = useDevicesOfType('lanterna');
  return useMemo(
    () => new Map([...(signals ?? []), ...(lanterns ?? [])].map((device) => [device.id, device])),
    [signals, lanterns],
  );
}

type AlarmListProps = { title: string; alarms: readonly AlarmRecord[]; devices: Devices };

/** The alarms of one state; nothing where there are none. */
function AlarmList({ title, alarms, devices }: AlarmListProps) {
  const { shown, hiddenCount, showMore } = useFirstRows(alarms);
  const headingId = useId();
  const linkUp = useLinkState().up;
  if (alarms.length === 0) return null;
  const requested = alarms.slice(shown.length).find(isRequestedFor);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>
        {title} {wholeNumber(alarms.length)}
      </h2>
      {(requested === undefined ? shown : [requested, ...shown]).map((alarm) => {
        const [one] = alarm.devices;
        const device = alarm.device_count === 1 && one ? devices.get(one.id) : undefined;
        return (
          <AlarmRow
            key={alarm.id}
            alarm={alarm}
            light={device && <DeviceDrawing device={device} linkUp={linkUp} />}
          />
        );
      })}
      {hiddenCount > 0 && (
        <Button variant="link" onClick={showMore}>
          Mostra altri allarmi ({wholeNumber(hiddenCount)})
        </Button>
      )}
    </section>
  );
}
