import { labelOf } from '@semaforo/contract/domain/label';
import type { Ref } from 'react';
import { Link } from 'react-router';
import { UserText } from '../../ui/user-text.tsx';
import { DeviceStatusTag } from './device-status-tag.tsx';
import { HealthPill } from './health-pill.tsx';
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
      <td data-l="ID">
        <Link to={`/devices/${device.id}`} title={`Apri ${labelOf(device)}`}>
          {device.id}
        </Link>
      </td>
      <td data-l="Nome">{device.name === null ? '-' : <UserText>{device.name}</UserText>}</td>
      <td data-l="Topic" className="mono">
        <UserText>{device.topic}</UserText>
      </td>
      <td data-l="Tipo">{device.type}</td>
      <td data-l="Stato">
        <DeviceStatusTag device={device} linkUp={linkUp} />
      </td>
      <td data-l="Errore">
        <div>
          <HealthPill device={device} />
          {device.error_reason !== null && <p className={styles.reason}>{device.error_reason}</p>}
        </div>
      </td>
      <td data-l="Temp" data-cell="number" className="nw">
        {formatMeasure(device.temp, '°C')}
      </td>
      <td data-l="Vcc" data-cell="number" className="nw">
        {formatMeasure(device.vcc, 'V')}
      </td>
      <td data-l="Uptime" data-cell="number">
        {formatUptime(device.uptime)}
      </td>
      <td data-l="Agg. Stato">{formatInstant(device.status_updated_at)}</td>
      <td data-l="Agg. Metriche">{formatInstant(device.metrics_updated_at)}</td>
    </>
  );
}
