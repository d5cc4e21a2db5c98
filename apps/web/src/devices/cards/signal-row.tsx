import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { memo, useId } from 'react';
import { briefWords } from '../../lamps/brief-words.tsx';
import { TrafficLight } from '../../lamps/traffic-light.tsx';
import { viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { Panel } from '../../ui/panel.tsx';
import { HourBar } from '../hours/hour-bar.tsx';
import { DeviceName } from './device-name.tsx';
import { CardSelectBox, type SignalCardProps } from './signal-card.tsx';
import styles from './signal-row.module.css';

/** A signal in one line: its light on its side, its name, and its color and age or what is wrong. */
export const SignalRow = memo(function SignalRow(props: Omit<SignalCardProps, 'note'>) {
  const { device, linkUp, sending = null, owner, selected = false, onSelect } = props;
  const headingId = useId();
  const view = viewStateOf(device, linkUp);
  return (
    <Panel
      as="article"
      padded={false}
      className={styles.row}
      data-kind={view.kind}
      data-out-of-sync={view.outOfSync}
      data-maintenance={view.maintenance}
      data-selected={selected}
      data-device={device.id}
      aria-labelledby={headingId}
    >
      <TrafficLight view={view} sending={sending} lying />
      <div>
        <DeviceName id={headingId} device={device} />
        <p className={styles.words} title={owner}>
          <Words device={device} view={view} />
        </p>
        <HourBar deviceId={device.id} />
      </div>
      {onSelect && (
        <CardSelectBox deviceId={device.id} label={labelOf(device)} selected={selected} onSelect={onSelect} />
      )}
    </Panel>
  );
});

function Words({ device, view }: { device: DeviceStatusRecord; view: ReturnType<typeof viewStateOf> }) {
  const wrong = briefWords(view);
  if (wrong !== undefined) return view.kind === 'error' ? (device.error_reason ?? wrong) : wrong;
  const at = device.updated_at;
  return (
    <>
      {view.kind === 'stale' && 'ultimo noto: '}
      {view.words}
      {at !== null && (
        <>
          , <Age since={at} />
        </>
      )}
    </>
  );
}
