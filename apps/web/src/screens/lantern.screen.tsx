import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useCallback, useId, useState } from 'react';
import { DeviceGrid } from '../devices/cards/device-grid.tsx';
import { DeviceSkeleton } from '../devices/cards/device-skeleton.tsx';
import { findDevices, SEARCH_ABOVE } from '../devices/list/device-filter.ts';
import { DeviceLoadFailure } from '../devices/list/device-load-failure.tsx';
import { NewErrors } from '../devices/list/new-errors.tsx';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { formatLanterns } from '../devices/summary/format-lanterns.ts';
import { useLinkState } from '../live/link-state.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import layoutStyles from '../ui/layout.module.css';
import { LiveRegion } from '../ui/live-region.tsx';
import { Panel } from '../ui/panel.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { NextStep } from '../users/next-step.tsx';
import { LanternTile } from './lantern-tile.tsx';
import { useCommandBlock } from './use-command-block.ts';

/** 'Lanterna': every lantern with its toggle. */
export function LanternScreen() {
  const { devices, failed, readAgain } = useDevicesOfType('lanterna');
  const [search, setSearch] = useState('');
  const searchable = devices !== undefined && devices.length > SEARCH_ABOVE;
  const found = searchable ? findDevices(devices, search) : devices;
  const linkUp = useLinkState().up;
  const block = useCommandBlock();
  const id = useId();
  const blockId = block === null ? null : id;
  const summary = devices ? formatLanterns(devices, linkUp) : '';
  const renderCard = useCallback(
    (device: DeviceStatusRecord) => <LanternTile device={device} linkUp={linkUp} blockId={blockId} />,
    [linkUp, blockId],
  );
  return (
    <>
      <div className={layoutStyles.head}>
        <h1>Lanterna</h1>
        <p className="muted">{summary}</p>
      </div>
      <LiveRegion sentence={summary} />
      {block !== null && (
        <p className="small muted" id={id}>
          {block}
        </p>
      )}
      {searchable && <SearchInput label="Cerca per nome o topic" value={search} onChange={setSearch} />}
      {found && found.length > 0 && <DeviceGrid label="Lanterne" devices={found} renderCard={renderCard} />}
      {found?.length === 0 && (
        <Panel padded={false}>
          <EmptyText next={devices?.length === 0 && <NextStep />}>
            {devices?.length === 0 ? 'Nessuna lanterna assegnata.' : 'Nessuna lanterna trovata.'}
          </EmptyText>
        </Panel>
      )}
      {devices && <NewErrors devices={devices} />}
      {failed && (
        <DeviceLoadFailure onRetry={readAgain}>Lo stato delle lanterne non è stato letto.</DeviceLoadFailure>
      )}
      {!devices && !failed && <DeviceSkeleton label="Lettura delle lanterne in corso" />}
    </>
  );
}
