import type { DevicePast } from '@semaforo/contract/api/device-past';
import { shortDuration } from '@semaforo/contract/domain/italian';
import { useQuery } from '@tanstack/react-query';
import { capitalised } from '../../lamps/color-labels.ts';
import { Age } from '../../platform/age.tsx';
import { formatDateTime } from '../../platform/date-format.ts';
import { FailedRead } from '../../ui/failed-read.tsx';
import { Loading } from '../../ui/loading.tsx';
import { PaddedPart, Panel } from '../../ui/panel.tsx';
import { Table } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import styles from './device-page.module.css';
import { devicePastQuery } from './device-page.queries.ts';
import { pastEvents } from './past-events.ts';

/** 'Ultimi rapporti e comandi' of a device. */
export function PastPanel({ id }: { id: number }) {
  const { data, isPending, isLoadingError, refetch } = useQuery(devicePastQuery(id));
  return (
    <Panel label="Ultimi rapporti e comandi" padded={false}>
      <PaddedPart>
        <h2>Ultimi rapporti e comandi</h2>
      </PaddedPart>
      {isPending && <Loading label="Caricamento rapporti" />}
      {isLoadingError && (
        <FailedRead
          sentence="I rapporti non sono stati letti."
          retryLabel="Riprova"
          onRetry={() => void refetch()}
        />
      )}
      {data && <Events past={data} />}
    </Panel>
  );
}

function Events({ past }: { past: DevicePast }) {
  const events = pastEvents(past);
  if (events.length === 0) {
    return (
      <PaddedPart className="muted">
        Ancora nulla: qui compaiono i cambi che il dispositivo riferisce e i comandi che riceve.
      </PaddedPart>
    );
  }
  return (
    <Table caption="Ultimi rapporti e comandi" captionHidden>
      <thead>
        <tr>
          <th scope="col">Quando</th>
          <th scope="col">Che cosa</th>
          <th scope="col">Chi</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ key, at, what, who }) => (
          <tr key={key}>
            <td className="nw">{formatDateTime(at)}</td>
            <td>{capitalised(what)}</td>
            <td>
              <UserText>{who}</UserText>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** 'Errori' of a device, and when it was out of sync, with their durations. */
export function ErrorsPanel({ id }: { id: number }) {
  const { data } = useQuery(devicePastQuery(id));
  return (
    <Panel label="Errori">
      <h2>Errori</h2>
      {data && <ErrorList errors={data.errors} />}
      {data && data.out_of_sync.length > 0 && (
        <>
          <h3>Diverso dal comando</h3>
          <ErrorList errors={data.out_of_sync} />
        </>
      )}
    </Panel>
  );
}

/** The errors of a device, or the times in which it was out of sync, the newest first, each with how long it lasted. */
function ErrorList({ errors }: { errors: DevicePast['errors'] }) {
  if (errors.length === 0) return <p className="muted">Nessun errore fra quelli conservati.</p>;
  return (
    <ul className={styles.errors}>
      {errors.map(({ id, reason, began_at: beganAt, ended_at: endedAt }) => (
        <li key={id}>
          <b>{reason}</b>
          <span className="small muted">
            {formatDateTime(beganAt)}
            {endedAt === null ? (
              <>
                {' '}
                · in corso, cominciato <Age since={beganAt} />
              </>
            ) : (
              ` · durato ${shortDuration(Date.parse(endedAt) - Date.parse(beganAt))}`
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
