import { BotPill } from '../bot/bot-status.tsx';
import { BrokerPill } from '../broker/broker-pill.tsx';
import { useSendCommand } from '../commands/use-send-command.ts';
import { DeviceSkeleton } from '../devices/cards/device-skeleton.tsx';
import { DeviceLoadFailure } from '../devices/list/device-load-failure.tsx';
import { NewErrors } from '../devices/list/new-errors.tsx';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { Overview } from '../devices/summary/overview.tsx';
import { useLinkState } from '../live/link-state.ts';
import { DashboardCommands } from './dashboard-commands.tsx';
import { DashboardProgress } from './dashboard-progress.tsx';
import { DashboardSignals } from './dashboard-signals.tsx';

/** 'Dashboard Semafori': what every signal shows, and the commands to all of them. */
export function DashboardScreen() {
  const { devices, failed, readAgain } = useDevicesOfType('semaforo');
  const link = useLinkState();
  const sending = useSendCommand();
  return (
    <>
      <h1>Dashboard Semafori</h1>
      <Overview
        devices={devices}
        stoppedAt={link.up ? null : link.since}
        broker={<BrokerPill />}
        bot={<BotPill />}
      />
      <DashboardCommands reached={devices?.length} sending={sending} />
      <DashboardProgress sending={sending} />
      {devices && <DashboardSignals devices={devices} linkUp={link.up} />}
      {devices && <NewErrors devices={devices} />}
      {failed && (
        <DeviceLoadFailure onRetry={readAgain}>Lo stato dei semafori non è stato letto.</DeviceLoadFailure>
      )}
      {!devices && !failed && <DeviceSkeleton label="Lettura dei semafori in corso" />}
    </>
  );
}
