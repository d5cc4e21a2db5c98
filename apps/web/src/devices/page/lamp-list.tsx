import type { DeviceStatusRecord, LampRecord } from '@semaforo/contract/api/devices';
import { lampFaultWords } from '@semaforo/contract/domain/lamp-fault';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { capitalised } from '../../lamps/color-labels.ts';
import { ColorMark } from '../../lamps/color-mark.tsx';
import { DeviceDrawing } from '../../lamps/device-drawing.tsx';
import { SilentFor } from '../../lamps/silent-for.tsx';
import { viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { formatTimeOfDay } from '../../platform/date-format.ts';
import { Pill } from '../../ui/pill.tsx';
import { AcceptReported } from '../cards/accept-reported.tsx';
import { OutOfSyncNote } from '../cards/out-of-sync-note.tsx';
import { formatMeasure } from '../metrics/metrics-format.ts';
import styles from './device-page.module.css';

/** By what the console knows it: what the board repeats, its relay, or the current. Without a meter never 0 W. */
function Measured({
  witness,
  power,
  usual_power: usual,
  fault,
}: Omit<LampRecord, 'color' | 'on' | 'said_at' | 'fresh'>) {
  return (
    <span className={styles.measured}>
      <span className="muted">
        {power === null ? WITNESS_WORDS[witness] : `corrente ${formatMeasure(power, 'W')}`}
        {power !== null && usual !== null && `, di solito ${formatMeasure(usual, 'W')}`}
      </span>
      {fault !== null && <b>{lampFaultWords(fault)}</b>}
    </span>
  );
}

const WITNESS_WORDS = {
  command: 'lo ripete la scheda; corrente non misurata',
  relay: 'lo dice il relè; corrente non misurata',
  current: 'lo conferma un sensore di luce',
} as const;

type LampListProps = { device: DeviceStatusRecord; linkUp: boolean; headingId: string };

/** The lamps of a device, each with its own last word and when it was said; what was asked beside what is shown. */
export function LampList({ device, linkUp, headingId }: LampListProps) {
  const view = viewStateOf(device, linkUp);
  return (
    <div className={styles.lamps}>
      <DeviceDrawing device={device} linkUp={linkUp} />
      <div>
        <ul className={styles.lampRows}>
          {device.lamps.toReversed().map(({ color, on, said_at: reportedAt, fresh, ...measured }) => (
            <li key={color} data-fault={measured.fault ?? undefined}>
              {isSignalColor(color) && <ColorMark color={color} />}
              <b>{color === 'acceso' ? 'Luce' : capitalised(color)}</b>
              <span>{on === null ? 'mai riferita' : on ? 'ACCESA' : 'spenta'}</span>
              <Measured {...measured} />
              <span className={styles.said}>
                {on !== null && !(fresh && linkUp && device.silent_since === null) && (
                  <Pill kind="stale">ultimo noto</Pill>
                )}
                {reportedAt !== null && (
                  <>
                    <span className="muted">detto alle {formatTimeOfDay(reportedAt)}</span>{' '}
                    <Age since={reportedAt} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
        {view.silentSince !== null && (
          <p>
            <Pill kind="stale">
              <SilentFor since={view.silentSince} />
            </Pill>
          </p>
        )}
        {view.outOfSync && <OutOfSyncNote device={device} words={view.words} />}
        {view.outOfSync && <AcceptReported device={device} headingId={headingId} />}
      </div>
    </div>
  );
}
