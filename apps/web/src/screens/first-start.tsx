import { DeviceConnectionCard } from '../broker/device-connection-card.tsx';
import { ReadyDeviceButton } from '../devices/ready-device-button.tsx';
import { SimulateSignal } from '../devices/simulate-signal.tsx';
import { UnregisteredDevicesPanel } from '../devices/unregistered/unregistered-devices-panel.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import { FirstStepsDone, FirstStepsPanel } from '../users/first-steps/first-steps-panel.tsx';
import type { FirstStart as Start } from '../users/first-steps/use-first-start.ts';
import styles from './first-start.module.css';

/** What leads an admin from an empty console to the first lamp: the steps, who is heard, how devices connect. */
export function FirstStart({ start }: { start: Start }) {
  const { facts, done, hide } = start;
  if (done) return <FirstStepsDone onHide={hide} />;
  return (
    <>
      <FirstStepsPanel
        facts={facts}
        connect={facts.town && !facts.device && <SimulateSignal userId={facts.town.id} />}
        onHide={hide}
      />
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
