import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useCallback, useMemo, useState } from 'react';
import { useColourBeingSent } from '../commands/use-open-press.ts';
import { DeviceGrid } from '../devices/cards/device-grid.tsx';
import { SignalCard } from '../devices/cards/signal-card.tsx';
import {
  type DeviceFilter,
  findDevices,
  groupByFilter,
  SEARCH_ABOVE,
} from '../devices/list/device-filter.ts';
import { DeviceFilterBar } from '../devices/list/device-filter-bar.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { Panel } from '../ui/panel.tsx';

const EMPTY: Record<DeviceFilter, string> = {
  all: 'Nessun semaforo assegnato.',
  error: 'Nessun semaforo in errore.',
  differs: 'Nessun semaforo diverso dal comando.',
  pending: 'Nessun semaforo in attesa.',
  stale: 'Nessun semaforo non aggiornato.',
  noData: 'Nessun semaforo senza dati.',
};

/** The signals as cards, by name. A card never moves; the filter finds errors. */
export function DashboardSignals(props: { devices: readonly DeviceStatusRecord[]; linkUp: boolean }) {
  const { devices, linkUp } = props;
  const [filter, setFilter] = useState<DeviceFilter>('all');
  const [search, setSearch] = useState('');
  const searchable = devices.length > SEARCH_ABOVE;
  const groups = useMemo(() => groupByFilter(devices, linkUp), [devices, linkUp]);
  const found = searchable ? findDevices(groups[filter], search) : groups[filter];
  const sending = useColourBeingSent();
  const renderCard = useCallback(
    (device: DeviceStatusRecord) => <SignalCard device={device} linkUp={linkUp} sending={sending} />,
    [linkUp, sending],
  );
  return (
    <>
      <DeviceFilterBar
        counts={{
          all: groups.all.length,
          error: groups.error.length,
          differs: groups.differs.length,
          pending: groups.pending.length,
          stale: groups.stale.length,
          noData: groups.noData.length,
        }}
        filter={filter}
        onFilter={setFilter}
        search={searchable ? search : null}
        onSearch={setSearch}
      />
      {found.length > 0 ? (
        <DeviceGrid label="Semafori" devices={found} renderCard={renderCard} />
      ) : (
        <Panel padded={false}>
          <EmptyText>{groups[filter].length > 0 ? 'Nessun semaforo trovato.' : EMPTY[filter]}</EmptyText>
        </Panel>
      )}
    </>
  );
}
