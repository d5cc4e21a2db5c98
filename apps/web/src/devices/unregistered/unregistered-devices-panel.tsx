import type { UnregisteredDevice } from '@semaforo/contract/api/unregistered-devices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../platform/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PaddedPart, Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/pill.tsx';
import { HiddenHeader, Table } from '../../ui/table.tsx';
import { ToastAlert, useToast } from '../../ui/toast.tsx';
import { countSpeaking } from './describe-unregistered.ts';
import styles from './unregistered.module.css';
import { UnregisteredDeviceRow } from './unregistered-device-row.tsx';
import { unregisteredDevicesQuery, useIgnoreUnregistered } from './unregistered-devices.queries.ts';

type UnregisteredDevicesPanelProps = {
  /** Shows the panel also while nobody was heard, with what to do. */
  always?: boolean;
};

/** 'Dispositivi sentiti e non registrati': who speaks to the broker, or tries to, and can be registered or ignored. */
export function UnregisteredDevicesPanel({ always = false }: UnregisteredDevicesPanelProps) {
  const { data } = useQuery(unregisteredDevicesQuery);
  const { shown, notify, close } = useToast();
  const ignore = useIgnoreUnregistered({ onNotice: notify });
  const [showIgnored, setShowIgnored] = useState(false);
  const devices = data?.heard ?? [];
  const ignored = devices.filter((one) => one.ignored);
  const listed = showIgnored ? ignored : devices.filter((one) => !one.ignored);
  if (devices.length === 0 && !always) return null;

  return (
    <Panel label="Dispositivi sentiti e non registrati" padded={false}>
      <PaddedPart>
        <div className={layoutStyles.head}>
          <h2>Dispositivi sentiti e non registrati</h2>
          <Speaking heard={devices} />
          {(ignored.length > 0 || showIgnored) && (
            <Button variant="link" aria-pressed={showIgnored} onClick={() => setShowIgnored(!showIgnored)}>
              {showIgnored ? 'Torna ai sentiti' : `Ignorati (${ignored.length})`}
            </Button>
          )}
        </div>
        <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      </PaddedPart>
      {listed.length > 0 ? (
        <UnregisteredDevicesTable
          heard={listed}
          onIgnore={({ name, ignored: isIgnored }) => ignore.mutate({ name, ignored: !isIgnored })}
        />
      ) : (
        <PaddedPart className="muted">
          {showIgnored
            ? 'Nessun dispositivo ignorato.'
            : 'Nessuno, per ora. Un dispositivo che parla al broker, o che prova a collegarsi, compare qui entro pochi secondi.'}
        </PaddedPart>
      )}
    </Panel>
  );
}

function Speaking({ heard }: { heard: readonly UnregisteredDevice[] }) {
  const speaking = countSpeaking(heard, serverNow());
  return (
    <span role="status">
      {speaking > 0 && (
        <Pill kind="wait">{speaking === 1 ? '1 parla adesso' : `${speaking} parlano adesso`}</Pill>
      )}
    </span>
  );
}

function UnregisteredDevicesTable(props: {
  heard: readonly UnregisteredDevice[];
  onIgnore: (devices: UnregisteredDevice) => void;
}) {
  return (
    <Table caption="Dispositivi sentiti" captionHidden className={styles.heard}>
      <thead>
        <tr>
          <th scope="col">Chiave</th>
          <th scope="col">Ultime parole</th>
          <th scope="col">Tipo probabile</th>
          <th scope="col" data-cell="number">
            Messaggi
          </th>
          <th scope="col">Ultima volta</th>
          <HiddenHeader>Azioni</HiddenHeader>
        </tr>
      </thead>
      <tbody>
        {props.heard.map((one) => (
          <UnregisteredDeviceRow key={one.name} heard={one} onIgnore={() => props.onIgnore(one)} />
        ))}
      </tbody>
    </Table>
  );
}
