import { BotPill } from '../bot/bot-status.tsx';
import { BrokerPill } from '../broker/broker-pill.tsx';
import { coloursOpen } from '../commands/colours-open.ts';
import { CommandStrips } from '../commands/command-strips.tsx';
import { STRIP_IN_PAGE } from '../commands/strip-place.ts';
import { useDevicesAsCommanded } from '../commands/use-devices-as-commanded.ts';
import { DeviceSkeleton } from '../devices/cards/device-skeleton.tsx';
import { DeviceLoadFailure } from '../devices/list/device-load-failure.tsx';
import { NewErrors } from '../devices/list/new-errors.tsx';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { Overview } from '../devices/summary/overview.tsx';
import { cutSinceOf, useLinkState } from '../live/link-state.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useCurrentUser } from '../users/users.queries.ts';
import { DashboardCommands } from './dashboard-commands.tsx';
import { DashboardSignals } from './dashboard-signals.tsx';

/** 'Dashboard Semafori': what every signal shows, and the commands to all of them. */
export function DashboardScreen() {
  const { devices: read, failed, readAgain } = useDevicesOfType('semaforo');
  const devices = useDevicesAsCommanded(read);
  const link = useLinkState();
  const username = useCurrentUser().data?.username;
  const stripInPage = useMediaQuery(STRIP_IN_PAGE);
  return (
    <>
      <h1>Dashboard Semafori</h1>
      <Overview
        devices={devices}
        stoppedAt={link.up ? null : link.since}
        broker={<BrokerPill />}
        bot={<BotPill />}
      />
      <DashboardCommands reached={devices?.length} />
      {stripInPage && (
        <CommandStrips
          cutSince={cutSinceOf(link)}
          blocked={!link.up}
          username={username}
          always
          onSetAgain={() => coloursOpen.set(true)}
        />
      )}
      {devices && <DashboardSignals devices={devices} linkUp={link.up} />}
      {devices && <NewErrors devices={devices} />}
      {failed && (
        <DeviceLoadFailure onRetry={readAgain}>Lo stato dei semafori non è stato letto.</DeviceLoadFailure>
      )}
      {!devices && !failed && <DeviceSkeleton label="Lettura dei semafori in corso" />}
    </>
  );
}
