import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
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
import styles from './device-page.module.css';

type LampListProps = { device: DeviceStatusRecord; linkUp: boolean; headingId: string };

/** The lamps of a device, each with its own last word and when it was said; what was asked beside what is shown. */
export function LampList({ device, linkUp, headingId }: LampListProps) {
  const view = viewStateOf(device, linkUp);
  return (
    <div className={styles.lamps}>
      <DeviceDrawing device={device} linkUp={linkUp} />
      <div>
        <ul className={styles.lampRows}>
          {device.lamps.toReversed().map(({ color, on, said_at: reportedAt, fresh }) => (
            <li key={color}>
              {isSignalColor(color) && <ColorMark color={color} />}
              <b>{color === 'acceso' ? 'Luce' : capitalised(color)}</b>
              <span>{on === null ? 'mai riferita' : on ? 'ACCESA' : 'spenta'}</span>
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
