import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted } from '@semaforo/contract/domain/italian';
import { lazy, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { useAlerts } from '../alerts/alerts.queries.ts';
import { cardAlertNotes } from '../alerts/card-alert-notes.ts';
import { SelectionBar } from '../commands/selection-bar.tsx';
import { useColorBeingSent } from '../commands/use-open-command-request.ts';
import { DeviceGrid } from '../devices/cards/device-grid.tsx';
import { SignalCard } from '../devices/cards/signal-card.tsx';
import { findDevices, passing, type SignalFilter } from '../devices/list/device-filter.ts';
import { useRoster } from '../devices/list/roster.ts';
import { useShortcuts } from '../platform/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { EmptyText } from '../ui/empty-text.tsx';
import { Panel } from '../ui/panel.tsx';
import { UserText } from '../ui/user-text.tsx';
import { NextStep } from '../users/next-step.tsx';
import styles from './dashboard.module.css';
import viewStyles from './signals-view.module.css';
import { useSections, useSignalsView } from './signals-view.tsx';
import type { ScreenTargets } from './use-targets.ts';

const CardAlert = lazy(async () => ({ default: (await import('../alerts/card-alert.tsx')).CardAlert }));

/** Only for who chose it. */
const SignalRow = lazy(async () => ({
  default: (await import('../devices/cards/signal-row.tsx')).SignalRow,
}));

/** Not needed for the first screen. */
const SelectionTest = lazy(async () => ({
  default: (await import('./selection-test.tsx')).SelectionTest,
}));

const EMPTY: Record<SignalFilter, string> = {
  all: 'Nessun semaforo assegnato.',
  verde: 'Nessun semaforo verde adesso.',
  giallo: 'Nessun semaforo giallo adesso.',
  arancio: 'Nessun semaforo arancio adesso.',
  rosso: 'Nessun semaforo rosso adesso.',
  spento: 'Nessun semaforo spento adesso.',
  error: 'Nessun semaforo in errore.',
  noData: 'Nessun semaforo mai sentito.',
  stale: 'Nessun semaforo non aggiornato.',
  problems: 'Nessun problema adesso.',
};

type DashboardSignalsProps = {
  whom: ScreenTargets;
  linkUp: boolean;
  filter: SignalFilter;
  search: string;
  /** Takes filter and search away. */
  onShowAll: () => void;
};

/** The signals as cards, by name. A card never moves; the filter finds errors. */
export function DashboardSignals({ whom, linkUp, filter, search, onShowAll }: DashboardSignalsProps) {
  const { devices, ticked, toggle, owners } = whom;
  const filtered = useMemo(() => passing(devices, filter, linkUp), [devices, filter, linkUp]);
  const found = useMemo(() => findDevices(filtered, search), [filtered, search]);
  const notes = useCardNotes();
  const sending = useColorBeingSent();
  const [sentValue, sentIds] = [sending?.value ?? null, sending?.deviceIds];
  const { asRows } = useSignalsView();
  const sections = useSections(found, { groups: whom.groups, linkUp });
  const roster = useRoster(found);
  const visible = useMemo(() => roster.map(({ id }) => id), [roster]);
  useSelectKey(toggle);
  const renderCard = useCallback(
    (device: DeviceStatusRecord) => {
      const signal = {
        ...{ device, linkUp, onSelect: toggle },
        sending: sentIds?.has(device.id) === true ? sentValue : null,
        owner: owners && (owners.get(device.id)?.username ?? 'Sconosciuto'),
        selected: ticked.has(device.id),
      };
      return asRows ? <SignalRow {...signal} /> : <SignalCard {...signal} note={notes.get(device.id)} />;
    },
    [linkUp, sentValue, sentIds, owners, ticked, notes, toggle, asRows],
  );
  return (
    <>
      {found.length < devices.length && (
        <p className="small muted" role="status">
          {counted(devices.length - found.length, ['semaforo nascosto', 'semafori nascosti'])} dal filtro.{' '}
          <Button variant="link" onClick={onShowAll}>
            Mostra tutti
          </Button>
        </p>
      )}
      {found.length > 0 ? (
        <Suspense>
          {sections.map(({ title, devices: own }) => (
            <div key={title} className={viewStyles.section}>
              {title !== null && (
                <h2>
                  <UserText>{title}</UserText> <span className="muted">{own.length}</span>
                </h2>
              )}
              <DeviceGrid label={title ?? 'Semafori'} devices={own} renderCard={renderCard} asRows={asRows} />
            </div>
          ))}
        </Suspense>
      ) : (
        <Panel padded={false}>
          <EmptyText next={devices.length === 0 && <NextStep />}>
            {filtered.length > 0 ? 'Nessun semaforo trovato.' : EMPTY[filter]}
          </EmptyText>
        </Panel>
      )}
      {whom.whom.kind === 'scelti' && devices.length > 0 && (
        <div className={styles.selection}>
          <SelectionBar visible={visible} ticked={ticked} total={devices.length} onTick={whom.tick}>
            <Suspense>
              <SelectionTest ticked={ticked} devices={devices} />
            </Suspense>
          </SelectionBar>
        </div>
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
