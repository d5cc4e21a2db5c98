import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted } from '@semaforo/contract/domain/italian';
import type { SignalStatus } from '@semaforo/contract/domain/signal-color';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { useAlerts } from '../alerts/alerts.queries.ts';
import { cardAlertNotes } from '../alerts/card-alert-notes.ts';
import { SelectionBar } from '../commands/selection-bar.tsx';
import { useColorBeingSent } from '../commands/use-open-command-request.ts';
import { DeviceGrid } from '../devices/cards/device-grid.tsx';
import { SignalCard } from '../devices/cards/signal-card.tsx';
import { ColorFilter } from '../devices/list/color-filter.tsx';
import {
  type DeviceFilter,
  findDevices,
  passing,
  SEARCH_ABOVE,
  showingColor,
} from '../devices/list/device-filter.ts';
import { DeviceFilterBar } from '../devices/list/device-filter-bar.tsx';
import { useRoster } from '../devices/list/roster.ts';
import { useSignalCounts } from '../devices/summary/signal-counts.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import { Panel } from '../ui/panel.tsx';
import { NextStep } from '../users/next-step.tsx';
import type { ScreenTargets } from './use-targets.ts';

const CardAlert = lazy(async () => ({ default: (await import('../alerts/card-alert.tsx')).CardAlert }));

/** Not needed for the first screen. */
const SelectionTest = lazy(async () => ({
  default: (await import('./selection-test.tsx')).SelectionTest,
}));

const EMPTY: Record<DeviceFilter, string> = {
  all: 'Nessun semaforo assegnato.',
  error: 'Nessun semaforo in errore.',
  outOfSync: 'Nessun semaforo diverso dal comando.',
  pending: 'Nessun semaforo in attesa.',
  stale: 'Nessun semaforo non aggiornato.',
  silent: 'Nessun semaforo tace.',
  noData: 'Nessun semaforo senza dati.',
};

/** The signals as cards, by name. A card never moves; the filter finds errors. */
export function DashboardSignals({ whom, linkUp }: { whom: ScreenTargets; linkUp: boolean }) {
  const { devices, ticked, toggle, owners } = whom;
  const [filter, setFilter] = useState<DeviceFilter>('all');
  const [search, setSearch] = useState('');
  const searchable = devices.length > SEARCH_ABOVE;
  const counts = useSignalCounts(devices, linkUp);
  const filtered = useMemo(() => passing(devices, filter, linkUp), [devices, filter, linkUp]);
  const [color, setColor] = useState<SignalStatus | null>(null);
  const colored = useMemo(() => showingColor(filtered, color, linkUp), [filtered, color, linkUp]);
  const found = searchable ? findDevices(colored, search) : colored;
  const notes = useCardNotes();
  const sending = useColorBeingSent();
  const [sentValue, sentIds] = [sending?.value ?? null, sending?.deviceIds];
  const roster = useRoster(found);
  const visible = useMemo(() => roster.map(({ id }) => id), [roster]);
  useSelectKey(toggle);
  const renderCard = useCallback(
    (device: DeviceStatusRecord) => (
      <SignalCard
        device={device}
        linkUp={linkUp}
        sending={sentIds?.has(device.id) === true ? sentValue : null}
        owner={owners && (owners.get(device.id)?.username ?? 'Sconosciuto')}
        selected={ticked.has(device.id)}
        note={notes.get(device.id)}
        onSelect={toggle}
      />
    ),
    [linkUp, sentValue, sentIds, owners, ticked, notes, toggle],
  );
  return (
    <>
      <DeviceFilterBar
        counts={{ ...counts, all: devices.length }}
        filter={filter}
        onFilter={setFilter}
        search={searchable ? search : null}
        onSearch={setSearch}
      >
        <ColorFilter color={color} onColor={setColor} />
      </DeviceFilterBar>
      {devices.length > 0 && (
        <SelectionBar visible={visible} ticked={ticked} total={devices.length} onTick={whom.tick}>
          <Suspense>
            <SelectionTest ticked={ticked} devices={devices} />
          </Suspense>
        </SelectionBar>
      )}
      {found.length < devices.length && (
        <p className="small muted" role="status">
          {counted(devices.length - found.length, ['semaforo nascosto', 'semafori nascosti'])} dal filtro.
        </p>
      )}
      {found.length > 0 ? (
        <DeviceGrid label="Semafori" devices={found} renderCard={renderCard} />
      ) : (
        <Panel padded={false}>
          <EmptyText next={devices.length === 0 && <NextStep />}>
            {filtered.length > 0 ? 'Nessun semaforo trovato.' : EMPTY[filter]}
          </EmptyText>
        </Panel>
      )}
    </>
  );
}

/** X ticks the card that has the focus, or unticks it. */
function useSelectKey(toggle: (deviceId: number) => void): void {
  useShortcuts((key, target) => {
    const card = key === 'x' ? target.closest<HTMLElement>('[data-device]') : null;
    if (card) toggle(Number(card.dataset.device));
    return card !== null;
  });
}

/** What alerts mean for the cards, by device; drawn once, so that a card without news is not drawn again. */
function useCardNotes(): ReadonlyMap<number, ReactNode> {
  const { alerts } = useAlerts();
  return useMemo(() => {
    const notes = [...cardAlertNotes(alerts)].map(([id, note]): [number, ReactNode] => [
      id,
      <Suspense key={id}>
        <CardAlert deviceId={id} {...note} />
      </Suspense>,
    ]);
    return new Map(notes);
  }, [alerts]);
}
