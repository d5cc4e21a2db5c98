import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import { DeviceConnectionCard } from '../broker/device-connection-card.tsx';
import { ReadyDeviceButton } from '../devices/ready-device-button.tsx';
import { UnregisteredDevicesPanel } from '../devices/unregistered/unregistered-devices-panel.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { FirstStepsPanel } from '../users/first-steps/first-steps-panel.tsx';
import styles from './first-start.module.css';

/** What leads an admin from an empty console to the first lamp: the steps, who is heard, how devices connect. */
export function FirstStart({ facts }: { facts: FirstSteps }) {
  return (
    <>
      <FirstStepsPanel facts={facts} />
      <UnregisteredDevicesPanel always />
      {!facts.device?.heard && (
        <div className={styles.cards}>
          <DeviceConnectionCard />
          <ManyOrNone />
        </div>
      )}
    </>
  );
}

function ManyOrNone() {
  return (
    <Panel label="Molti dispositivi, o nessuno ancora">
      <div className={layoutStyles.stack}>
        <h2>Molti dispositivi, o nessuno ancora</h2>
        <p>Hai già l’elenco? Importalo: prima di salvare si vede riga per riga che cosa cambierebbe.</p>
        <div>
          <ButtonLink to="/gestisci/importa" variant="outline">
            Importa CSV
          </ButtonLink>
        </div>
        <p>Vuoi solo provare? Un dispositivo pronto, per un computer con Node.js.</p>
        <div>
          <ReadyDeviceButton />
        </div>
      </div>
    </Panel>
  );
}
