import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { isTrial } from '@semaforo/contract/domain/simulated';
import { type ReactNode, useId } from 'react';
import { SilentFor } from '../../lamps/silent-for.tsx';
import { viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { MaintenanceTag } from '../../ui/maintenance-tag.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TestTag } from '../../ui/test-tag.tsx';
import { AcceptReported } from '../cards/accept-reported.tsx';
import { LampNotes } from '../cards/lamp-notes.tsx';
import { MaintenanceNote } from '../cards/maintenance-note.tsx';
import { OutOfSyncNote } from '../cards/out-of-sync-note.tsx';
import { DeviceLink } from '../device-link.tsx';
import styles from './devices-map.module.css';

type DevicePopupContentProps = {
  device: DeviceStatusRecord;
  linkUp: boolean;
  /** What can be done with the device. */
  actions: ReactNode;
  onClose: () => void;
};

/** Name, state, error and age of a device. */
export function DevicePopupContent({ device, linkUp, actions, onClose }: DevicePopupContentProps) {
  const view = viewStateOf(device, linkUp);
  const { kind, words, requested, outOfSync, silentSince } = view;
  const label = labelOf(device);
  const headingId = useId();
  return (
    <section
      className={styles.popupBody}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <button type="button" className={styles.close} aria-label="Chiudi" onClick={onClose}>
        <Icon name="close" />
      </button>
      <h2 id={headingId} tabIndex={-1}>
        <DeviceLink id={device.id} name={device.device_name} topic={device.topic} />
      </h2>
      {isTrial(device) && <TestTag />}
      {device.maintenance && (
        <>
          <MaintenanceTag />
          <MaintenanceNote maintenance={device.maintenance} />
        </>
      )}
      <p>Stato: {words ?? 'n/d'}</p>
      {kind === 'error' && (
        <>
          <Tag kind="error" small>
            ERRORE
          </Tag>
          {device.error_reason !== null && <p className={styles.reason}>{device.error_reason}</p>}
        </>
      )}
      {kind === 'stale' && <Pill kind="stale">Non aggiornato</Pill>}
      {silentSince !== null && (
        <Pill kind="stale">
          <SilentFor since={silentSince} />
        </Pill>
      )}
      {kind === 'never-heard' && <Pill kind="unknown">Mai sentito</Pill>}
      {requested !== null && <Pill kind="wait">In attesa: {requested}</Pill>}
      {outOfSync && (
        <>
          <Pill kind="unequal">Diverso</Pill>
          <OutOfSyncNote device={device} words={words} />
          <AcceptReported device={device} headingId={headingId} />
        </>
      )}
      <LampNotes device={device} view={view} linkUp={linkUp} />
      {device.updated_at === null ? (
        <p className={styles.meta}>Nessun dato</p>
      ) : (
        <div className={styles.meta}>
          <p>Ultimo aggiornamento: {formatDateTime(device.updated_at)}</p>
          <p className={styles.age}>
            <Age since={device.updated_at} />
          </p>
        </div>
      )}
      {actions}
    </section>
  );
}
