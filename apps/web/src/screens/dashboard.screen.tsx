import { lazy, Suspense } from 'react';
import { BotPill } from '../bot/bot-status.tsx';
import { BrokerPill } from '../broker/broker-pill.tsx';
import { colorsOpen } from '../commands/colors-open.ts';
import { CommandStrips } from '../commands/command-strips.tsx';
import { ComuneSelect } from '../commands/comune-select.tsx';
import { STRIP_IN_PAGE } from '../commands/strip-place.ts';
import { useDevicesAsCommanded } from '../commands/use-devices-as-commanded.ts';
import { DeviceSkeleton } from '../devices/cards/device-skeleton.tsx';
import { DeviceLoadFailure } from '../devices/list/device-load-failure.tsx';
import { NewErrors } from '../devices/list/new-errors.tsx';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { Overview } from '../devices/summary/overview.tsx';
import { cutSinceOf, useLinkState } from '../live/link-state.ts';
import layoutStyles from '../ui/layout.module.css';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useFirstStart } from '../users/first-steps/use-first-start.ts';
import { useCurrentUser } from '../users/users.queries.ts';
import { alertBlock } from './alert-block.ts';
import { DashboardCommands } from './dashboard-commands.tsx';
import { DashboardSignals } from './dashboard-signals.tsx';
import { useTargets } from './use-targets.ts';

/** An admin sees it once. */
const FirstStart = lazy(async () => ({ default: (await import('./first-start.tsx')).FirstStart }));

const UnwellLine = lazy(async () => ({ default: (await import('./unwell-line.tsx')).UnwellLine }));
const DashboardNarrow = lazy(async () => ({
  default: (await import('./dashboard-narrow.tsx')).DashboardNarrow,
}));
/** Rarely anything, and the first screen does without it. */
const AlertsNow = lazy(async () => ({ default: (await import('../alerts/alerts-now.tsx')).AlertsNow }));

/** 'Dashboard Semafori': what every signal shows, and the commands to all of them. */
export function DashboardScreen() {
  const { devices: read, failed, readAgain } = useDevicesOfType('semaforo');
  const known = useDevicesAsCommanded(read);
  const targets = useTargets('semaforo', known);
  const devices = known && targets.devices;
  const link = useLinkState();
  const username = useCurrentUser().data?.username;
  const firstStart = useFirstStart();
  const stripInPage = useMediaQuery(STRIP_IN_PAGE);
  return (
    <>
      <div className={layoutStyles.head}>
        <h1>Dashboard Semafori</h1>
        {targets.comuni !== null && targets.comuni.length > 1 && (
          <ComuneSelect comuni={targets.comuni} chosen={targets.comuneId} onChoose={targets.chooseComune} />
        )}
      </div>
      {firstStart && (
        <Suspense>
          <FirstStart facts={firstStart} />
        </Suspense>
      )}
      {!stripInPage && (
        <Suspense>
          <UnwellLine />
        </Suspense>
      )}
      <Suspense>
        <AlertsNow isOld={!link.up} block={alertBlock(link)} username={username} />
      </Suspense>
      <Overview
        devices={devices}
        stoppedAt={link.up ? null : link.since}
        broker={<BrokerPill />}
        bot={<BotPill />}
      />
      {stripInPage ? (
        <>
          <DashboardCommands whom={targets} known={known !== undefined} />
          <CommandStrips
            cutSince={cutSinceOf(link)}
            blocked={!link.up}
            username={username}
            always
            onSetAgain={() => colorsOpen.set(true)}
          />
        </>
      ) : (
        <Suspense>
          <DashboardNarrow whom={targets} devices={devices} linkUp={link.up} />
        </Suspense>
      )}
      {known && <DashboardSignals whom={targets} linkUp={link.up} />}
      {devices && <NewErrors devices={devices} />}
      {failed && (
        <DeviceLoadFailure onRetry={readAgain}>Lo stato dei semafori non è stato letto.</DeviceLoadFailure>
      )}
      {!devices && !failed && <DeviceSkeleton label="Lettura dei semafori in corso" />}
    </>
  );
}
