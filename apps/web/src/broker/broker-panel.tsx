import { useBrokerStatus } from '../api/broker-status.ts';
import { formatDateTime } from '../platform/date-format.ts';
import layoutStyles from '../ui/layout.module.css';
import { Loading } from '../ui/loading.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReadingAlert } from '../ui/reading-alert.tsx';
import { ToastAlert, useToast } from '../ui/toast.tsx';
import { useBrokerConfig } from './broker-config.queries.ts';
import { BrokerConfigForm } from './broker-config-form.tsx';
import styles from './broker-panel.module.css';
import { BrokerPill } from './broker-pill.tsx';
import { DeviceConnectionCard } from './device-connection-card.tsx';

/** The state of the connection to the broker, and its configuration. */
export function BrokerPanel() {
  const { data: config, isError, isPending, errorUpdatedAt } = useBrokerConfig();
  const { shown, notify, close } = useToast();

  return (
    <>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      <ReadingAlert
        failedAt={isError ? errorUpdatedAt : null}
        text="Errore caricamento configurazione"
        closeLabel="Chiudi"
      />
      <Panel label="Configurazione MQTT">
        <ConnectionLine />
        {isPending && <Loading label="Caricamento configurazione" />}
        {config !== undefined && <BrokerConfigForm config={config} onNotice={notify} />}
      </Panel>
      <DeviceConnectionCard />
    </>
  );
}

function ConnectionLine() {
  const { since, reason } = useBrokerStatus();
  return (
    <div className={styles.state}>
      <p className={`${layoutStyles.row} ${layoutStyles.wrap}`}>
        Stato connessione: <BrokerPill />
      </p>
      {since !== null && (
        <p className="muted small">
          Dal {formatDateTime(since)}
          {reason !== null && ` · ${reason}`}
        </p>
      )}
    </div>
  );
}
