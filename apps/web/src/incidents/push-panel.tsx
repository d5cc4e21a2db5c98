import type { PushDevice } from '@semaforo/contract/api/push';
import { useQuery } from '@tanstack/react-query';
import { serverSentence } from '../api/failures.ts';
import { queryKeys } from '../api/query-keys.ts';
import { formatDateTime } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import { FailedRead } from '../ui/failed-read.tsx';
import { Loading } from '../ui/loading.tsx';
import { UserText } from '../ui/user-text.tsx';
import styles from './alarms.module.css';
import { usePush, usePushChange } from './alarms.queries.ts';
import { ownEndpointHash, PushRefusedError, removePush, turnOnPush, whyNoPush } from './browser-push.ts';

/** The browsers in which the user is told of what waits, and whether this one is among them. */
export function PushPanel() {
  const { data: push, isError, refetch } = usePush();
  return (
    <section className={styles.duty} aria-labelledby="push-heading">
      <h2 id="push-heading">Notifiche su questo dispositivo</h2>
      <p className="muted">
        Anche a console chiusa: le proposte di allerta, il rosso che attende una seconda persona e, se un
        reperibile ha questo dispositivo, gli allarmi. Una notifica non comanda nulla. Si spengono uscendo
        dalla console o cambiando la password.
      </p>
      {push ? (
        <PushDevices publicKey={push.key} devices={push.devices} />
      ) : isError ? (
        <FailedRead
          sentence="Le notifiche non sono state lette."
          retryLabel="Riprova"
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Lettura delle notifiche" />
      )}
    </section>
  );
}

function PushDevices({ publicKey, devices }: { publicKey: string; devices: readonly PushDevice[] }) {
  const { data: own } = useQuery({
    queryKey: [...queryKeys.push, 'own', devices.length],
    queryFn: async () => (await ownEndpointHash()) ?? null,
  });
  const isOn = devices.some(({ endpoint_hash: hash }) => hash === own);
  const turningOn = usePushChange(() => turnOnPush(publicKey));
  const removing = usePushChange(async (id) => {
    const device = devices.find((one) => one.id === id);
    if (device) await removePush(device);
  });
  const failure = turningOn.error ?? removing.error;
  const obstacle = whyNoPush();
  return (
    <>
      {obstacle !== undefined && <p>{obstacle}</p>}
      {isOn && <p role="status">Questo dispositivo riceve le notifiche.</p>}
      {obstacle === undefined && !isOn && (
        <div className={styles.acts}>
          <Button
            variant="outline"
            aria-disabled={turningOn.isPending}
            onClick={() => turningOn.isPending || turningOn.mutate(undefined)}
          >
            Attiva le notifiche su questo dispositivo
          </Button>
        </div>
      )}
      {failure && (
        <p role="alert">
          {failure instanceof PushRefusedError
            ? failure.message
            : serverSentence(failure, 'Le notifiche non sono state cambiate')}
        </p>
      )}
      {devices.length > 0 && (
        <ul className={styles.people} aria-label="Dispositivi con le notifiche">
          {devices.map(({ id, name, added_at: addedAt, endpoint_hash: hash }) => (
            <li key={id}>
              <UserText>{name}</UserText>
              {hash === own && ' (questo)'}, dal {formatDateTime(addedAt)}{' '}
              <Button
                variant="link"
                aria-label={`Togli ${name}, dal ${formatDateTime(addedAt)}`}
                aria-disabled={removing.isPending}
                onClick={() => removing.isPending || removing.mutate(id)}
              >
                Togli
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
