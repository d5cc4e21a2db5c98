import { lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { isTrial } from '@semaforo/contract/domain/simulated';
import type { Column } from '../../lists/columns.ts';
import styles from './metrics.module.css';
import { formatInstant } from './metrics-format.ts';
import { isLastKnown, type MeasuredDevice, ownerLabel } from './rows-by-owner.ts';

const instantOf = (instant: string | null) => (instant === null ? null : Date.parse(instant));

/** By which devices are sorted under their owner, and what a file says of them. */
export function metricsColumns(linkUp: boolean): Column<MeasuredDevice>[] {
  return [
    { title: 'ID', value: ({ id }) => id, className: styles.id },
    { title: 'Nome', value: ({ name }) => name },
    { title: 'Topic', value: ({ topic }) => topic, className: styles.topic },
    { title: 'Tipo', value: ({ type }) => type, className: styles.type },
    { title: 'Stato', value: (device) => describeStatus(device, linkUp), className: styles.status },
    {
      title: 'Errore',
      value: ({ error, error_reason }) => (error ? (error_reason ?? 'Errore') : null),
      className: styles.error,
    },
    { title: 'Temp', value: ({ temp }) => temp, isNumber: true, className: styles.temp },
    { title: 'Vcc', value: ({ vcc }) => vcc, isNumber: true, className: styles.vcc },
    { title: 'Uptime', value: ({ uptime }) => uptime, isNumber: true, className: styles.uptime },
    {
      title: 'Agg. Stato',
      value: (device) => instantOf(device.status_updated_at),
      text: (device) => formatInstant(device.status_updated_at),
      className: styles.time,
    },
    {
      title: 'Agg. Metriche',
      value: (device) => instantOf(device.metrics_updated_at),
      text: (device) => formatInstant(device.metrics_updated_at),
      className: styles.time,
    },
  ];
}

/** Whose a device is: a column of the file, which has no rows of owners. */
export const OWNER_COLUMN: Column<MeasuredDevice> = {
  title: 'Comune',
  text: ({ username }) => ownerLabel(username),
};

/** What a device shows; a file outlives the page, so a state that is only the last known one says so. */
function describeStatus(device: MeasuredDevice, linkUp: boolean): string | null {
  if (device.status === null) return null;
  const shown = device.type === 'lanterna' ? lanternStateOf(device.status) : device.status;
  const words = device.lit.length > 1 ? device.lit.join(' e ') : shown;
  return [
    isTrial(device) && 'PROVA',
    device.maintenance && 'MANUTENZIONE',
    words,
    isLastKnown(device, linkUp) && '(ultimo noto)',
    device.outOfSync && '(diverso)',
  ]
    .filter(Boolean)
    .join(' ');
}
