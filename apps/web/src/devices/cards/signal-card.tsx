import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { labelOf } from '@semaforo/contract/domain/label';
import { memo, type ReactNode, useId } from 'react';
import { StateTag } from '../../lamps/state-tag.tsx';
import { TrafficLight } from '../../lamps/traffic-light.tsx';
import { castOf, viewStateOf } from '../../lamps/view-state.ts';
import { Panel } from '../../ui/panel.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import { AcceptReported } from './accept-reported.tsx';
import styles from './device-card.module.css';
import { DeviceName, OwnerName } from './device-name.tsx';
import { ErrorWords } from './error-sentence.tsx';
import { LampNotes } from './lamp-notes.tsx';
import { LastUpdate } from './last-update.tsx';
import { MaintenanceNote } from './maintenance-note.tsx';
import { OutOfSyncNote } from './out-of-sync-note.tsx';

export type SignalCardProps = {
  device: DeviceStatusRecord;
  linkUp: boolean;
  /** What was pressed for it and is not accepted yet. */
  sending?: DeviceStatus | null;
  /** Whose it is, for a user who sees several Comuni. */
  owner?: string | undefined;
  selected?: boolean;
  /** What alerts mean for it. */
  note?: ReactNode;
  /** Without it the card cannot be ticked. */
  onSelect?: CardSelection['onSelect'];
};

/**
 * A signal with its light, its state in words and the time of its last report. It renders again only when its own
 * record changes.
 */
export const SignalCard = memo(function SignalCard(props: SignalCardProps) {
  const { device, linkUp, sending = null, owner, selected = false, note, onSelect } = props;
  const headingId = useId();
  const view = viewStateOf(device, linkUp);
  return (
    <Panel
      as="article"
      padded={false}
      className={styles.card}
      data-kind={view.kind}
      data-out-of-sync={view.outOfSync}
      data-maintenance={view.maintenance}
      data-cast={sending === null ? castOf(view) : undefined}
      data-selected={selected}
      data-device={device.id}
      aria-labelledby={headingId}
    >
      {onSelect && (
        <CardSelectBox deviceId={device.id} label={labelOf(device)} selected={selected} onSelect={onSelect} />
      )}
      <TrafficLight view={view} sending={sending} />
      <div className={styles.body}>
        <DeviceName id={headingId} device={device} />
        {owner !== undefined && <OwnerName>{owner}</OwnerName>}
        <p className={styles.tags}>
          <StateTag view={view} sending={sending} />
        </p>
        {device.maintenance && <MaintenanceNote maintenance={device.maintenance} />}
        {view.kind === 'error' && <ErrorWords device={device} />}
        {view.outOfSync && <OutOfSyncNote device={device} words={view.words} />}
        {note}
        <LampNotes device={device} view={view} linkUp={linkUp} />
        {view.outOfSync && <AcceptReported device={device} headingId={headingId} />}
      </div>
      <div className={styles.updated}>
        {view.shown === null ? (
          <p className={styles.meta}>Nessun dato</p>
        ) : (
          <LastUpdate updatedAt={device.updated_at} />
        )}
      </div>
    </Panel>
  );
});

/** How a card is ticked; a card without it cannot be. */
type CardSelection = { selected: boolean; onSelect: (deviceId: number) => void };

/** The box in the corner of a card. */
export function CardSelectBox(props: {
  deviceId: number;
  label: string;
  selected: boolean;
  onSelect: CardSelection['onSelect'];
}) {
  const { deviceId, label, selected, onSelect } = props;
  return (
    <span className={styles.select}>
      <SelectBox label={`Seleziona ${label}`} checked={selected} onChange={() => onSelect(deviceId)} />
    </span>
  );
}
