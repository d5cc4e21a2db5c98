import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted } from '@semaforo/contract/domain/italian';
import { labelOf } from '@semaforo/contract/domain/label';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { ColorMark } from '../../lamps/color-mark.tsx';
import { SilentFor } from '../../lamps/silent-for.tsx';
import { TrafficLight } from '../../lamps/traffic-light.tsx';
import { type ViewState, viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from './kiosk.module.css';
import { kioskDensity, kioskGrid } from './kiosk-density.ts';

/** Every signal of a wall in its place by name, without scrolling; too many of them are not drawn. */
export function KioskTiles({ devices, linkUp }: { devices: readonly DeviceStatusRecord[]; linkUp: boolean }) {
  const density = kioskDensity(devices.length);
  const { columns, rows } = kioskGrid(devices.length);
  const places = { '--columns': columns, '--rows': rows } as CSSProperties;
  return (
    <section className={styles.all} aria-labelledby="wall-all">
      <h2 id="wall-all">
        Tutti i semafori <small>{counted(devices.length, ['semaforo', 'semafori'])}, per nome</small>
      </h2>
      {density === 'none' ? (
        <p>Sono troppi per vederli uno per uno: qui stanno i problemi e i conteggi.</p>
      ) : (
        <ul className={styles.tiles} data-density={density} style={places}>
          {devices.map((device) => (
            <Tile key={device.id} device={device} linkUp={linkUp} aged={density === 'large'} />
          ))}
        </ul>
      )}
    </section>
  );
}

type TileProps = { device: DeviceStatusRecord; linkUp: boolean; aged: boolean };

const Tile = memo(function Tile({ device, linkUp, aged }: TileProps) {
  const view = viewStateOf(device, linkUp);
  return (
    <li
      className={styles.tile}
      data-kind={view.kind}
      data-out-of-sync={view.outOfSync}
      data-maintenance={view.maintenance}
    >
      <TrafficLight view={view} />
      <div>
        <b>
          <UserText>{labelOf(device)}</UserText>
        </b>
        <span>
          {view.kind !== 'error' && isSignalColor(view.shown) && <ColorMark color={view.shown} />}
          {wordsOf(view) ?? (aged && device.updated_at !== null && <Age since={device.updated_at} />)}
        </span>
      </div>
    </li>
  );
});

/** What a tile says instead of its age. */
function wordsOf(view: ViewState): ReactNode {
  const { kind, outOfSync, shown, requested, testing, maintenance, silentSince } = view;
  if (testing) return 'PROVA';
  if (maintenance) return 'MANUTENZIONE';
  if (kind === 'error') return 'ERRORE';
  if (outOfSync) return '≠ Diverso';
  if (silentSince !== null) return <SilentFor since={silentSince} />;
  if (requested !== null) return `→ ${requested}`;
  if (shown === null) return 'Mai sentito';
  return shown === 'spento' ? 'Spento' : undefined;
}
