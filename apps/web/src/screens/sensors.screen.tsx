import { Link } from 'react-router';
import { useLinkState } from '../live/link-state.ts';
import { SensorCard } from '../sensors/sensor-card.tsx';
import styles from '../sensors/sensors.module.css';
import { useSensors } from '../sensors/sensors.queries.ts';
import { EmptyText } from '../ui/empty-text.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { useCurrentUser } from '../users/users.queries.ts';

/** 'Acqua': the gauges that the user sees, those that ask for something first. */
export function SensorsScreen() {
  const { data, isPending, isLoadingError, refetch } = useSensors();
  const { up } = useLinkState();
  const isAdmin = useCurrentUser().data?.role === 'admin';
  return (
    <>
      <h1>Acqua</h1>
      {isPending && <Loading label="Lettura dei misuratori in corso" />}
      {isLoadingError && (
        <FailedRead
          sentence="I misuratori non sono stati letti."
          retryLabel="Riprova"
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <Panel padded={false}>
          <EmptyText
            next={
              isAdmin ? (
                <Link to="/gestisci">Crea un dispositivo di tipo misuratore</Link>
              ) : (
                'Li crea un amministratore, in Gestisci.'
              )
            }
          >
            Nessun misuratore: livello, pioggia e galleggiante dei sottopassi compaiono qui.
          </EmptyText>
        </Panel>
      )}
      {data && data.length > 0 && (
        <div className={styles.cards}>
          {data
            .toSorted((one, other) => urgencyOf(other) - urgencyOf(one))
            .map((sensor) => (
              <SensorCard key={sensor.id} sensor={sensor} linkUp={up} />
            ))}
        </div>
      )}
    </>
  );
}

function urgencyOf(sensor: Parameters<typeof SensorCard>[0]['sensor']): number {
  if (sensor.asked !== null) return { giallo: 2, arancio: 3, rosso: 4 }[sensor.asked];
  return sensor.silent_since !== null || sensor.fault !== null ? 1 : 0;
}
