import { lazy, Suspense, useState } from 'react';
import { BotPill } from '../bot/bot-status.tsx';
import { BrokerPill } from '../broker/broker-pill.tsx';
import { colorsOpen } from '../commands/colors-open.ts';
import { CommandStrips } from '../commands/command-strips.tsx';
import { ComuneSelect } from '../commands/comune-select.tsx';
import { STRIP_IN_PAGE } from '../commands/strip-place.ts';
import { useDevicesAsCommanded } from '../commands/use-devices-as-commanded.ts';
import { DeviceSkeleton } from '../devices/cards/device-skeleton.tsx';
import { SEARCH_ABOVE, type SignalFilter } from '../devices/list/device-filter.ts';
import { DeviceLoadFailure } from '../devices/list/device-load-failure.tsx';
import { NewErrors } from '../devices/list/new-errors.tsx';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { SignalChips } from '../devices/summary/signal-chips.tsx';
import { useSignalCounts } from '../devices/summary/signal-counts.ts';
import { BlinkButton } from '../lamps/blink-button.tsx';
import { cutSinceOf, useLinkState } from '../live/link-state.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { InFrame } from '../ui/frame-places.tsx';
import { Icon } from '../ui/icon.tsx';
import { Line } from '../ui/line.tsx';
import { InlineSearch } from '../ui/search-input.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useFirstStart } from '../users/first-steps/use-first-start.ts';
import { useCurrentUser, useOnlyReads } from '../users/users.queries.ts';
import { alertBlock } from './alert-block.ts';
import styles from './dashboard.module.css';
import { DashboardCommands } from './dashboard-commands.tsx';
import { DashboardSignals } from './dashboard-signals.tsx';
import { SignalsViewSwitch } from './signals-view.tsx';
import { useTargets } from './use-targets.ts';

const SituationLine = lazy(async () => ({ default: (await import('./situation-line.tsx')).SituationLine }));

/** Mostly there is none. */
const HandoverLines = lazy(async () => ({
  default: (await import('../records/handovers.tsx')).HandoverLines,
}));

/** An admin sees it once. */
const FirstStart = lazy(async () => ({ default: (await import('./first-start.tsx')).FirstStart }));

const DashboardDock = lazy(async () => ({ default: (await import('./dashboard-dock.tsx')).DashboardDock }));

/** 'Dashboard Semafori': what every signal shows, and the commands to all of them. */
export function DashboardScreen() {
  const { devices: read, failed, readAgain } = useDevicesOfType('semaforo');
  const known = useDevicesAsCommanded(read);
  const targets = useTargets('semaforo', known);
  const devices = known && targets.devices;
  const link = useLinkState();
  const onlyReads = useOnlyReads();
  const username = useCurrentUser().data?.username;
  const firstStart = useFirstStart();
  const stripInPage = useMediaQuery(STRIP_IN_PAGE);
  const [filter, setFilter] = useState<SignalFilter>('all');
  const [search, setSearch] = useState('');
  const searchable = targets.devices.length > SEARCH_ABOVE;
  const counts = useSignalCounts(devices, link.up);
  return (
    <>
      <InFrame place="lines">
        <Suspense fallback={<Line kind="calm" title="" />}>
          <SituationLine link={link} decide={{ block: alertBlock(link, onlyReads), username }} />
        </Suspense>
        <Suspense>
          <HandoverLines />
        </Suspense>
      </InFrame>
      {stripInPage && (
        <CommandStrips
          cutSince={cutSinceOf(link)}
          blocked={!link.up}
          username={username}
          keepsRestorable
          onSetAgain={() => colorsOpen.set(true)}
        />
      )}
      <div className={styles.head}>
        <h1>Dashboard Semafori</h1>
        {targets.comuni !== null && targets.comuni.length > 1 && (
          <ComuneSelect comuni={targets.comuni} chosen={targets.comuneId} onChoose={targets.chooseComune} />
        )}
        {searchable && (
          <div className={styles.search}>
            <InlineSearch label="Cerca per nome o topic" value={search} onChange={setSearch} />
          </div>
        )}
        <SignalsViewSwitch whom={targets} />
        <span className={styles.kiosk}>
          <ButtonLink to="/sala" variant="outline" title="Sala operativa">
            <Icon name="laptop" />
            <span>Sala operativa</span>
          </ButtonLink>
        </span>
        {stripInPage ? (
          <DashboardCommands targets={targets} known={known !== undefined} />
        ) : (
          <Suspense>
            <DashboardDock targets={targets} known={known !== undefined} />
          </Suspense>
        )}
      </div>
      <SignalChips
        counts={counts}
        isOld={!link.up}
        filter={filter}
        onFilter={setFilter}
        connections={
          <dl className={styles.connections}>
            <div>
              <dt>MQTT</dt>
              <dd>
                <BrokerPill />
              </dd>
            </div>
            <div>
              <dt>Telegram</dt>
              <dd>
                <BotPill />
              </dd>
            </div>
          </dl>
        }
      />
      {known && (
        <DashboardSignals
          whom={targets}
          linkUp={link.up}
          filter={filter}
          search={searchable ? search : ''}
          onShowAll={() => {
            setFilter('all');
            setSearch('');
          }}
        />
      )}
      {counts !== undefined && counts.error > 0 && <BlinkButton />}
      {devices && <NewErrors devices={devices} />}
      {failed && (
        <DeviceLoadFailure onRetry={readAgain}>Lo stato dei semafori non è stato letto.</DeviceLoadFailure>
      )}
      {!devices && !failed && <DeviceSkeleton label="Lettura dei semafori in corso" />}
      {firstStart && (
        <Suspense>
          <FirstStart start={firstStart} />
        </Suspense>
      )}
    </>
  );
}
