import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { labelOf } from '@semaforo/contract/domain/label';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useParams } from 'react-router';
import { DeviceCredentials } from '../devices/device-credentials.tsx';
import { useDevicesOfType } from '../devices/list/use-devices-of-type.ts';
import { localRuleLines } from '../devices/local-rule-lines.ts';
import { devicePastQuery } from '../devices/page/device-page.queries.ts';
import { useDevice } from '../devices/page/use-device.ts';
import { DeviceDrawing } from '../lamps/device-drawing.tsx';
import { StateTag } from '../lamps/state-tag.tsx';
import { viewStateOf } from '../lamps/view-state.ts';
import { useLinkState } from '../live/link-state.ts';
import { useNow } from '../platform/use-now.ts';
import { highestOf } from '../sensors/chart-geometry.ts';
import { HappenedList } from '../sensors/happened-list.tsx';
import { LevelChart } from '../sensors/level-chart.tsx';
import { LevelFigure, SensorTrouble } from '../sensors/level-head.tsx';
import { RulePanel } from '../sensors/rule-panel.tsx';
import styles from '../sensors/sensors.module.css';
import { type SensorPeriod, sensorPastQuery, useSayWater, useSensors } from '../sensors/sensors.queries.ts';
import { SettingsForm } from '../sensors/settings-form.tsx';
import { Button } from '../ui/button.tsx';
import { CodeLines } from '../ui/code-lines.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Fold } from '../ui/fold.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { PeriodChoice } from '../ui/period-choice.tsx';
import { type Toast, ToastAlert, useToast } from '../ui/toast.tsx';
import { UserText } from '../ui/user-text.tsx';
import { useCurrentUser } from '../users/users.queries.ts';

const HOUR_MS = 60 * 60_000;
/** The chart and the age of a silence move so often. */
const REDRAW_EVERY_MS = 10_000;
const PERIODS: Record<SensorPeriod, { label: string; lengthMs: number; stretchMs: number }> = {
  '2h': { label: '2 ore', lengthMs: 2 * HOUR_MS, stretchMs: 60_000 },
  '24h': { label: '24 ore', lengthMs: 24 * HOUR_MS, stretchMs: 300_000 },
  '7d': { label: '7 giorni', lengthMs: 168 * HOUR_MS, stretchMs: 1_800_000 },
  '30d': { label: '30 giorni', lengthMs: 720 * HOUR_MS, stretchMs: 10_800_000 },
};

/** A gauge and its site: how high the water stands, what the lamp shows, what happened, and what the site does. */
export function SensorScreen() {
  const { id = '' } = useParams();
  const { data, isPending, isLoadingError, refetch } = useSensors();
  const sensor = data?.find((one) => one.id === Number(id));
  return (
    <>
      <p className="small">
        <Link to="/acqua">Acqua</Link>
      </p>
      {sensor && <SensorPage key={id} sensor={sensor} />}
      {isPending && <Loading label="Caricamento misuratore" />}
      {isLoadingError && (
        <FailedRead
          sentence="Il misuratore non è stato letto."
          retryLabel="Riprova"
          onRetry={() => void refetch()}
        />
      )}
      {data && !sensor && <h1>Questo misuratore non c’è</h1>}
    </>
  );
}

function SensorPage({ sensor }: { sensor: SensorRecord }) {
  const [period, setPeriod] = useState<SensorPeriod>('2h');
  const { shown, notify, close } = useToast();
  const isAdmin = useCurrentUser().data?.role === 'admin';
  const now = useNow(REDRAW_EVERY_MS);
  const { up } = useLinkState();
  const { data: past } = useQuery(sensorPastQuery(sensor.id, period));
  const signals = useDevicesOfType('semaforo').devices ?? [];
  const device = signals.find(({ id }) => id === sensor.rule?.device_ids[0]);
  return (
    <>
      <div className={styles.heading}>
        <h1>
          <UserText>{labelOf(sensor)}</UserText>
        </h1>
        {device && <StateTag view={viewStateOf(device, up)} />}
        {sensor.asked !== null && <b>l’acqua chiede {sensor.asked}</b>}
        {sensor.asked !== null && <Link to="/allerte">Vai all’allerta, per concluderla</Link>}
      </div>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <SensorTrouble sensor={sensor} now={now} />
      <Panel label="Livello">
        <div className={layoutStyles.head}>
          <PeriodChoice periods={PERIODS} chosen={period} onChoose={setPeriod} />
        </div>
        <div className={styles.site}>
          <SiteSignal device={device} linkUp={up} />
          <LevelFigure sensor={sensor} highest={highestOf(past?.minutes ?? [])} linkUp={up} />
          <div className={styles.chartBox}>
            <SiteChart sensor={sensor} period={period} now={now} />
          </div>
        </div>
      </Panel>
      <div className={styles.below}>
        <Happened events={past?.events ?? []} isLong={period !== '2h'} />
        <section aria-label="Quando l’acqua supera la soglia">
          <h2>Quando l’acqua supera la soglia</h2>
          <RulePanel
            sensor={sensor}
            signals={signals.map((one) => ({ id: one.id, name: labelOf(one) }))}
            onNotice={notify}
          />
          <OnTheSpot sensor={sensor} onNotice={notify} />
          {device && sensor.rule && (
            <Fold title="La regola nella scheda">
              <LocalLines device={device} rule={sensor.rule} />
            </Fold>
          )}
          {isAdmin && <AdminPart sensor={sensor} onNotice={notify} />}
        </section>
      </div>
    </>
  );
}

function Happened({ events, isLong }: Parameters<typeof HappenedList>[0]) {
  return (
    <section aria-label="Che cosa è successo">
      <h2>Che cosa è successo</h2>
      <HappenedList events={events} isLong={isLong} />
    </section>
  );
}

function SiteChart({ sensor, period, now }: { sensor: SensorRecord; period: SensorPeriod; now: number }) {
  const { data, isPending } = useQuery(sensorPastQuery(sensor.id, period));
  const signalId = sensor.rule?.device_ids[0];
  const lamps = useQuery({ ...devicePastQuery(signalId ?? 0), enabled: signalId !== undefined });
  const { lengthMs, stretchMs } = PERIODS[period];
  if (isPending) return <Loading label="Caricamento del livello" blocks={1} />;
  return (
    <LevelChart
      sensor={sensor}
      minutes={data?.minutes ?? []}
      events={data?.events ?? []}
      reports={lamps.data?.reports ?? []}
      period={{ from: now - lengthMs, to: now, stretchMs }}
    />
  );
}

/** The first signal of the site, as it says itself. */
function SiteSignal({ device, linkUp }: { device: DeviceStatusRecord | undefined; linkUp: boolean }) {
  return (
    <div>
      {device && (
        <Link to={`/devices/${device.id}`} aria-label={labelOf(device)}>
          <DeviceDrawing device={device} linkUp={linkUp} />
        </Link>
      )}
    </div>
  );
}

/** What a person sees on the spot: it counts like a sensor. */
function OnTheSpot({ sensor, onNotice }: { sensor: SensorRecord; onNotice: (notice: Toast) => void }) {
  const { mutate, isPending: isBusy } = useSayWater(sensor.id, onNotice);
  const headingId = useId();
  if (sensor.rule === null) return null;
  const say = (seen: boolean) => isBusy || mutate(seen);
  return (
    <section className={layoutStyles.stack} aria-labelledby={headingId}>
      <h2 id={headingId}>Sei sul posto?</h2>
      <p className="muted small">
        Ciò che vedi vale mezz’ora, come un sensore.
        {sensor.person && (
          <>
            {' '}
            L’ultimo è stato {sensor.person.by}:{' '}
            {sensor.person.saw ? 'ha visto acqua.' : 'non ha visto acqua.'}
          </>
        )}
      </p>
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <Button variant="outline" aria-disabled={isBusy} onClick={() => say(true)}>
          C’è acqua
        </Button>
        <Button variant="outline" aria-disabled={isBusy} onClick={() => say(false)}>
          Non c’è acqua
        </Button>
      </div>
    </section>
  );
}

/** Why a board should have the rule, too, and the lines for it, once the page of its signal told its profile. */
function LocalLines({
  device,
  rule,
}: {
  device: DeviceStatusRecord;
  rule: NonNullable<SensorRecord['rule']>;
}) {
  const { page } = useDevice(device.id);
  if (!page) return <Loading label="Caricamento della scheda" blocks={1} />;
  const forS = Math.max(1, rule.thresholds.at(-1)?.for_s ?? 2);
  return (
    <>
      <p className="small muted">
        Con queste righe un galleggiante collegato alla scheda del segnale accende rosso anche senza console,
        broker e rete. Metti la spunta «La scheda ha la stessa regola»: ciò che accende da sola diventa
        un’allerta.
      </p>
      <CodeLines label="Righe della regola per la scheda">
        {localRuleLines({ profile: page.profile, topic: device.topic }, page.link_policy, forS)}
      </CodeLines>
    </>
  );
}

function AdminPart({ sensor, onNotice }: { sensor: SensorRecord; onNotice: (notice: Toast) => void }) {
  return (
    <>
      <SettingsForm key={JSON.stringify(sensor.settings)} sensor={sensor} onNotice={onNotice} />
      <Panel label="Credenziali">
        <DeviceCredentials id={sensor.id} onNotice={onNotice} />
      </Panel>
    </>
  );
}
