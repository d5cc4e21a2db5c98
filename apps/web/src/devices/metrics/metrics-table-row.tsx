import { lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { standingOf } from '@semaforo/contract/domain/standing';
import type { Ref } from 'react';
import { ColourTag } from '../../lamps/colour-tag.tsx';
import { Pill } from '../../ui/pill.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from './metrics.module.css';
import { formatInstant, formatMeasure, formatUptime } from './metrics-format.ts';
import { type MeasuredDevice, type MetricsRow, ownerLabel } from './rows-by-owner.ts';

type MetricsTableRowProps = {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  ariaIndex: number;
  columns: number;
  row: MetricsRow;
  linkUp: boolean;
};

/** One row: an owner, or a device, which is marked when it is in error. */
export function MetricsTableRow({ ref, index, ariaIndex, columns, row, linkUp }: MetricsTableRowProps) {
  const place = { ref, 'data-index': index, 'aria-rowindex': ariaIndex };
  if ('owner' in row) {
    return (
      <tr {...place} data-row="group">
        <th colSpan={columns} scope="rowgroup">
          <UserText>{ownerLabel(row.owner)}</UserText>
        </th>
      </tr>
    );
  }
  return (
    <tr {...place} data-row={row.device.error ? 'error' : undefined}>
      <DeviceCells device={row.device} linkUp={linkUp} />
    </tr>
  );
}

function DeviceCells({ device, linkUp }: { device: MeasuredDevice; linkUp: boolean }) {
  return (
    <>
      <td>{device.id}</td>
      <td>{device.name === null ? '-' : <UserText>{device.name}</UserText>}</td>
      <td className="mono">
        <UserText>{device.topic}</UserText>
      </td>
      <td>{device.type}</td>
      <td>
        <Status device={device} linkUp={linkUp} />
      </td>
      <td>
        {device.error ? <Pill kind="err">Errore</Pill> : <Pill kind="ok">OK</Pill>}
        {device.error_reason !== null && <p className={styles.reason}>{device.error_reason}</p>}
      </td>
      <td className="nw">{formatMeasure(device.temp, '°C')}</td>
      <td className="nw">{formatMeasure(device.vcc, 'V')}</td>
      <td>{formatUptime(device.uptime)}</td>
      <td>{formatInstant(device.status_updated_at)}</td>
      <td>{formatInstant(device.metrics_updated_at)}</td>
    </>
  );
}

/**
 * Solid for a state that the device confirmed while the link is up; hatched for a state that is only the last known
 * one.
 */
function Status({ device, linkUp }: { device: MeasuredDevice; linkUp: boolean }) {
  if (device.status === null) return '-';
  const shown = device.type === 'lanterna' ? lanternStateOf(device.status) : device.status;
  const standing = standingOf(device, linkUp);
  const lastKnown = standing === 'error' || standing === 'stale';
  return (
    <>
      <ColourTag status={shown} as={lastKnown ? 'hatched' : 'solid'} small />
      {device.differs && <Pill kind="differs">Diverso</Pill>}
    </>
  );
}
