import type { Alert } from '@semaforo/contract/api/alerts';
import { labelOf } from '@semaforo/contract/domain/label';
import { lazy, Suspense, useState } from 'react';
import { AlertCard } from '../alerts/alert-card.tsx';
import { AlertForm } from '../alerts/alert-form.tsx';
import { useAlerts } from '../alerts/alerts.queries.ts';
import { NextHours } from '../alerts/next-hours.tsx';
import { PastAlerts } from '../alerts/past-alerts.tsx';
import { BulletinPanel } from '../bulletins/bulletin-panel.tsx';
import { useBulletinReader, useLevels } from '../bulletins/bulletins.queries.ts';
import { MyZones, UndoZoneChoice, useMyZoneChoice, useOwnZoneCodes } from '../bulletins/my-zones.tsx';
import { SetUpSteps } from '../bulletins/set-up-steps.tsx';
import { StoredBulletins } from '../bulletins/stored-bulletins.tsx';
import { UploadBulletin } from '../bulletins/upload-bulletin.tsx';
import { useBulletinDays } from '../bulletins/use-bulletin-days.ts';
import { useGroups } from '../commands/groups.queries.ts';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { useLinkState } from '../live/link-state.ts';
import { usePlans } from '../scheduling/plans.queries.ts';
import { useSchedules } from '../scheduling/schedules.queries.ts';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { useCurrentUser, useOnlyReads } from '../users/users.queries.ts';
import { alertBlock } from './alert-block.ts';

/** Larger than the rest of the screen, and the rest does not wait for it. */
const AlertsMap = lazy(async () => ({ default: (await import('./alerts-map.tsx')).AlertsMap }));

/** Proposals, alerts in course and their next hours; what the bulletins say of today and tomorrow, zone by zone. */
export function AlertsScreen() {
  const { data: user } = useCurrentUser();
  const own = useOwnZoneCodes();
  const choice = useMyZoneChoice();
  const link = useLinkState();
  const block = alertBlock(link, useOnlyReads());
  const { alerts, failed } = useAlerts();
  const schedules = useSchedules();
  const { plans } = usePlans();
  const groups = useNamedGroups();
  const [form, setForm] = useState<{ drill: boolean; from?: Alert }>();
  const isAdmin = user?.role === 'admin';
  const open = alerts.filter(isOpen);
  const bulletin = useKnownBulletin();
  const isNew = own !== undefined && (own.length === 0 || (bulletin === 'never' && alerts.length === 0));
  return (
    <div className={layoutStyles.stack}>
      <div className={layoutStyles.head}>
        <h1>Allerte</h1>
        <p className="muted">
          {own && own.length > 0 && `zone ${own.join(', ')} · `}il bollettino è una previsione: vale l’atto
          della Regione
        </p>
        <span className={`${layoutStyles.row} ${layoutStyles.wrap} ${layoutStyles.push}`}>
          <Button variant="outline" disabled={block !== null} onClick={() => setForm({ drill: true })}>
            Esercitazione
          </Button>
          <Button disabled={block !== null} onClick={() => setForm({ drill: false })}>
            Nuova allerta
          </Button>
        </span>
      </div>
      {form && <NewAlert {...form} zones={own ?? []} onDone={() => setForm(undefined)} />}
      {failed && <p role="alert">Le allerte non sono state lette</p>}
      {open.map((alert) => (
        <AlertCard
          key={alert.id}
          alert={alert}
          isOld={!link.up}
          block={block}
          username={user?.username}
          onChange={(from) => setForm({ drill: from.drill, from })}
        />
      ))}
      <UndoZoneChoice choice={choice} />
      {user && !isAdmin && isNew ? (
        <SetUpSteps hasZone={own.length > 0} choice={choice} />
      ) : (
        <>
          <BulletinPanel own={own ?? []} isAdmin={isAdmin} />
          {bulletin === 'known' && (
            <Panel label="Mappa delle zone">
              <h2>Mappa delle zone</h2>
              <Suspense fallback={<Loading label="Lettura della mappa" />}>
                <AlertsMap own={own ?? []} />
              </Suspense>
            </Panel>
          )}
        </>
      )}
      <NextHours alerts={open} schedules={schedules.data ?? []} plans={plans} groups={groups} />
      <PastAlerts alerts={alerts.filter((alert) => !isOpen(alert))} />
      {!isAdmin && own && own.length > 0 && !isNew && <MyZones choice={choice} />}
      {isAdmin && (
        <>
          <Panel label="Carica a mano">
            <UploadBulletin />
          </Panel>
          <Panel padded={false} label="Bollettini ricevuti">
            <StoredBulletins />
          </Panel>
        </>
      )}
    </div>
  );
}

/** Whether there is a bulletin of today, or was one ever; undefined while it is being read. */
function useKnownBulletin(): 'known' | 'missing' | 'never' | undefined {
  const levels = useLevels(useBulletinDays().today).data;
  const reader = useBulletinReader().data;
  if (levels?.bulletin) return 'known';
  if (!levels || !reader) return undefined;
  return reader.last_read_at === null ? 'never' : 'missing';
}

function isOpen({ state, awaits }: Alert): boolean {
  return state === 'proposta' || state === 'confermata' || state === 'in corso' || awaits !== null;
}

/** The groups with the names of their signals, as schedules name them. */
function useNamedGroups() {
  const { devices = [] } = useDevicesOfType('semaforo');
  const names = new Map(devices.map((device) => [device.id, labelOf(device)]));
  return useGroups().map(({ name, deviceIds }) => ({
    ...{ name, deviceIds },
    names: deviceIds.flatMap((id) => names.get(id) ?? []),
  }));
}

type NewAlertProps = { drill: boolean; from?: Alert; zones: readonly string[]; onDone: () => void };

function NewAlert({ drill, from, zones, onDone }: NewAlertProps) {
  const { devices = [] } = useDevicesOfType('semaforo');
  const groups = useGroups();
  const signals = devices.map((device) => ({ id: device.id, name: labelOf(device) }));
  return (
    <Panel label={drill ? 'Nuova esercitazione' : 'Nuova allerta'}>
      <h2>{drill ? 'Nuova esercitazione' : 'Nuova allerta'}</h2>
      <AlertForm
        key={`${drill} ${from?.id}`}
        offer={{ signals, groups, zones }}
        from={from}
        drill={drill}
        onDone={onDone}
      />
    </Panel>
  );
}
