import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted } from '@semaforo/contract/domain/italian';
import { labelOf } from '@semaforo/contract/domain/label';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import { type CSSProperties, memo } from 'react';
import { briefWords } from '../../lamps/brief-words.tsx';
import { ColorMark } from '../../lamps/color-mark.tsx';
import { ColorTag } from '../../lamps/color-tag.tsx';
import { TrafficLight } from '../../lamps/traffic-light.tsx';
import { castOf, viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from './kiosk.module.css';
import { GRAVEST, kioskDensity, kioskGrid } from './kiosk-density.ts';

type KioskTilesProps = { devices: readonly DeviceStatusRecord[]; linkUp: boolean };

/** Every signal of a wall in its place by name, without scrolling; of too many the gravest. */
export function KioskTiles({ devices, linkUp }: KioskTilesProps) {
  const density = kioskDensity(devices.length);
  const shown = density === 'gravest' ? gravestOf(devices, linkUp) : devices;
  const { columns, rows } = kioskGrid(shown.length);
  const places = { '--columns': columns, '--rows': rows } as CSSProperties;
  return (
    <section className={styles.all} aria-labelledby="wall-all">
      <h2 id="wall-all" className={density === 'gravest' ? undefined : 'sr'}>
        {density === 'gravest' ? `I ${GRAVEST} semafori più gravi` : 'Tutti i semafori'}{' '}
        <small>{counted(devices.length, ['semaforo', 'semafori'])} in tutto</small>
      </h2>
      <ul className={styles.tiles} data-density={density === 'gravest' ? 'large' : density} style={places}>
        {shown.map((device) => (
          <Tile key={device.id} device={device} linkUp={linkUp} isCard={density === 'cards'} />
        ))}
      </ul>
    </section>
  );
}

/** Those that show the gravest colors, in the order of their names. */
function gravestOf(devices: readonly DeviceStatusRecord[], linkUp: boolean): readonly DeviceStatusRecord[] {
  const gravity = (device: DeviceStatusRecord) => {
    const { shown } = viewStateOf(device, linkUp);
    return isSignalColor(shown) ? gravityOf(shown) : -1;
  };
  const gravest = new Set(devices.toSorted((one, other) => gravity(other) - gravity(one)).slice(0, GRAVEST));
  return devices.filter((device) => gravest.has(device));
}

type TileProps = { device: DeviceStatusRecord; linkUp: boolean; isCard: boolean };

const Tile = memo(function Tile({ device, linkUp, isCard }: TileProps) {
  const view = viewStateOf(device, linkUp);
  const { kind, shown } = view;
  const words = briefWords(view);
  return (
    <li
      className={styles.tile}
      data-kind={kind}
      data-cast={castOf(view)}
      data-out-of-sync={view.outOfSync}
      data-maintenance={view.maintenance}
    >
      <TrafficLight view={view} />
      <div>
        <b>
          <UserText>{labelOf(device)}</UserText>
        </b>
        {isCard && kind === 'ok' && (
          <span className={styles.shown}>
            <ColorTag status={shown} />
          </span>
        )}
        <span className={styles.words}>
          {!isCard && kind !== 'error' && isSignalColor(shown) && <ColorMark color={shown} />}
          {words ?? (isCard ? device.updated_at !== null && <Age since={device.updated_at} /> : shown)}
        </span>
      </div>
    </li>
  );
});
