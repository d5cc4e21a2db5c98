import type { DeviceWithCredentials, NewCredentials } from '@semaforo/contract/api/credentials';
import { lazy, Suspense, useState } from 'react';
import { formatDateTime } from '../platform/date-format.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import layoutStyles from '../ui/layout.module.css';
import type { Toast } from '../ui/toast.tsx';
import styles from './credentials.module.css';
import { useMakeCredentials, useRevokeCredentials } from './credentials.queries.ts';
import { CredentialsPill } from './credentials-pill.tsx';

/** With the QR code, which is needed rarely. */
const NewCredentialsDialog = lazy(async () => ({
  default: (await import('./new-credentials-dialog.tsx')).NewCredentialsDialog,
}));

type CredentialsPanelProps = {
  device: Pick<DeviceWithCredentials, 'id' | 'topic' | 'type' | 'profile' | 'credentials'>;
  onNotice: (notice: Toast) => void;
};

/** What a device logs in with: made, renewed and revoked here; a password is shown once, when it is made. */
export function CredentialsPanel({ device, onNotice }: CredentialsPanelProps) {
  const [made, setMade] = useState<NewCredentials | null>(null);
  const making = useMakeCredentials({ deviceId: device.id, onNotice, onMade: setMade });
  const { credentials } = device;

  return (
    <div className={layoutStyles.stack}>
      <div className={layoutStyles.head}>
        <h2>Credenziali</h2>
        <CredentialsPill credentials={credentials} />
      </div>
      {credentials ? (
        <InUse
          device={device}
          credentials={credentials}
          renewing={making.isPending}
          onRenew={() => making.mutate()}
          onNotice={onNotice}
        />
      ) : (
        <None making={making.isPending} onMake={() => making.mutate()} />
      )}
      {made && (
        <Suspense fallback={null}>
          <NewCredentialsDialog credentials={made} device={device} onClose={() => setMade(null)} />
        </Suspense>
      )}
    </div>
  );
}

function None({ making, onMake }: { making: boolean; onMake: () => void }) {
  return (
    <div className={layoutStyles.stack}>
      <p>Il dispositivo non ha un utente e una password suoi con cui collegarsi al broker.</p>
      <p className="muted small">
        La password si vede una volta sola, appena creata. Tieni a portata di mano il dispositivo.
      </p>
      <div>
        <Button aria-disabled={making} onClick={() => !making && onMake()}>
          Crea le credenziali
        </Button>
      </div>
    </div>
  );
}

type InUseProps = CredentialsPanelProps & {
  credentials: NonNullable<DeviceWithCredentials['credentials']>;
  renewing: boolean;
  onRenew: () => void;
};

function InUse({ device, credentials, renewing, onRenew, onNotice }: InUseProps) {
  const revoking = useRevokeCredentials({ deviceId: device.id, onNotice });
  return (
    <div className={layoutStyles.stack}>
      <dl className={styles.facts}>
        <dt>Utente</dt>
        <dd className="mono">{credentials.username}</dd>
        <dt>Password</dt>
        <dd>
          <span aria-hidden="true">•••••••• </span>mai mostrata
        </dd>
        <dt>Create il</dt>
        <dd>{formatDateTime(credentials.created_at)}</dd>
        <dt>Ultimo accesso</dt>
        <dd>{credentials.last_seen === null ? 'mai' : formatDateTime(credentials.last_seen)}</dd>
      </dl>
      <div className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        <ConfirmButton
          label="Rinnova le credenziali"
          variant="outline"
          busy={renewing}
          question="Rinnovare le credenziali?"
          confirmLabel="Rinnova"
          cancelLabel="Annulla"
          onConfirm={onRenew}
        >
          <p>
            Le attuali smettono di valere subito: il dispositivo resta scollegato finché non ha la password
            nuova, che si vede una volta sola.
          </p>
        </ConfirmButton>
        <ConfirmButton
          label="Revoca"
          variant="danger"
          busy={revoking.isPending}
          question="Revocare le credenziali?"
          confirmLabel="Revoca"
          cancelLabel="Annulla"
          onConfirm={() => revoking.mutate()}
        >
          <p>Il dispositivo viene scollegato subito e non può più collegarsi con la sua password.</p>
        </ConfirmButton>
      </div>
    </div>
  );
}
