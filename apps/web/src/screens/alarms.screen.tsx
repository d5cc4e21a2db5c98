import type { AlarmRecord } from '@semaforo/contract/api/alarms';
import { wholeNumber } from '@semaforo/contract/domain/italian';
import { useState } from 'react';
import { AlarmCard, isRequestedFor } from '../incidents/alarm-card.tsx';
import { useAlarms } from '../incidents/alarms.queries.ts';
import { AvailabilityTable, thisMonth } from '../incidents/availability-table.tsx';
import { DutyPanel } from '../incidents/duty-panel.tsx';
import { PushPanel } from '../incidents/push-panel.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { useFirstRows } from '../ui/use-first-rows.ts';

type TabId = 'all' | 'open' | 'taken' | 'resolved' | 'past' | 'duty' | 'availability';

/** What needs somebody: alarms with their escalation, the past ones, whom to tell, and how available devices were. */
export function AlarmsScreen() {
  const { alarms, isRead, failed } = useAlarms();
  const [tab, setTab] = useState<TabId>('all');
  const [month, setMonth] = useState(thisMonth);
  const shown = {
    all: alarms.filter(({ state }) => state !== 'chiuso'),
    open: alarms.filter(({ state }) => state === 'aperto'),
    taken: alarms.filter(({ state }) => state === 'preso in carico'),
    resolved: alarms.filter(({ state }) => state === 'risolto'),
    past: alarms.filter(({ state }) => state === 'chiuso'),
  };
  const tabs = [
    { id: 'all', label: `Tutti ${wholeNumber(shown.all.length)}` },
    { id: 'open', label: `Aperti ${wholeNumber(shown.open.length)}` },
    { id: 'taken', label: `Presi in carico ${wholeNumber(shown.taken.length)}` },
    { id: 'resolved', label: `Risolti ${wholeNumber(shown.resolved.length)}` },
    { id: 'past', label: 'Storico' },
    { id: 'availability', label: 'Disponibilità' },
    { id: 'duty', label: 'Reperibili' },
  ] as const;
  return (
    <div className={layoutStyles.stack}>
      <h1>Allarmi</h1>
      {failed && <p role="alert">Gli allarmi non sono stati letti</p>}
      <Tabs label="Allarmi" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'duty' && (
          <Panel label="Reperibili">
            <DutyPanel />
            <PushPanel />
          </Panel>
        )}
        {tab === 'availability' && (
          <Panel padded={false} label="Disponibilità">
            <AvailabilityTable month={month} onMonth={setMonth} />
          </Panel>
        )}
        {tab !== 'duty' && tab !== 'availability' && (
          <AlarmList alarms={shown[tab]} isRead={isRead || failed} isPast={tab === 'past'} />
        )}
      </Tabs>
    </div>
  );
}

function AlarmList({
  alarms,
  isRead,
  isPast,
}: {
  alarms: readonly AlarmRecord[];
  isRead: boolean;
  isPast: boolean;
}) {
  const { shown, hiddenCount, showMore } = useFirstRows(alarms);
  if (!isRead) return <Loading label="Lettura degli allarmi" />;
  const requested = alarms.slice(shown.length).find(isRequestedFor);
  return (
    <div className={layoutStyles.stack}>
      {alarms.length === 0 && (
        <p className="muted">{isPast ? 'Nessun allarme chiuso.' : 'Nessun allarme.'}</p>
      )}
      {(requested === undefined ? shown : [requested, ...shown]).map((alarm) => (
        <AlarmCard key={alarm.id} alarm={alarm} />
      ))}
      {hiddenCount > 0 && (
        <Button variant="link" onClick={showMore}>
          Mostra altri allarmi ({wholeNumber(hiddenCount)})
        </Button>
      )}
      <p className="muted">
        Se lo stesso guasto torna più volte resta un allarme solo, con scritto quante volte è tornato.
      </p>
    </div>
  );
}
