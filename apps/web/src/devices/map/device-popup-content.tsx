import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { labelOf } from '@semaforo/contract/domain/label';
import { viewStateOf } from '../../lamps/view-state.ts';
import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Tag } from '../../ui/tag.tsx';
import { UserText } from '../../ui/user-text.tsx';

type DevicePopupContentProps = { device: DeviceStatusRecord; linkUp: boolean; onClose: () => void };

/** Name, state, what is wrong, and how old it all is. */
export function DevicePopupContent({ device, linkUp, onClose }: DevicePopupContentProps) {
  const { kind, shown, requested } = viewStateOf(device, linkUp);
  const label = labelOf(device);
  return (
    <section
      className="map-popup__body"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <button type="button" className="map-popup__x" aria-label="Chiudi" onClick={onClose}>
        <Icon name="close" />
      </button>
      <h2>
        <UserText>{label}</UserText>
      </h2>
      <p>Stato: {shown ?? 'n/d'}</p>
      {kind === 'error' && (
        <>
          <Tag kind="error" small>
            ERRORE
          </Tag>
          {device.error_reason !== null && <p className="map-popup__why">{device.error_reason}</p>}
        </>
      )}
      {kind === 'stale' && <Pill kind="stale">Non aggiornato</Pill>}
      {requested !== null && kind !== 'error' && <Pill kind="wait">In attesa: {requested}</Pill>}
      {device.updated_at === null ? (
        <p className="map-popup__meta">Nessun dato</p>
      ) : (
        <div className="map-popup__meta">
          <p>Ultimo aggiornamento: {formatDateTime(device.updated_at)}</p>
          <p className="map-popup__age">
            <Age since={device.updated_at} />
          </p>
        </div>
      )}
    </section>
  );
}
