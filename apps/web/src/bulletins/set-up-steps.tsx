import { Panel } from '../ui/panel.tsx';
import { HowBulletinsCome } from './how-bulletins-come.tsx';
import { ChooseMyZones, type MyZoneChoice } from './my-zones.tsx';
import styles from './set-up-steps.module.css';

/** What a Comune does before bulletins can propose anything to it: its zone, then a bulletin. Only one step is open. */
export function SetUpSteps({ hasZone, choice }: { hasZone: boolean; choice: MyZoneChoice }) {
  return (
    <>
      <p className="muted">
        Tre passi, circa due minuti. Poi Semaforo legge il bollettino e propone: decidi tu.
      </p>
      <ol className={styles.steps}>
        <li aria-current={hasZone ? undefined : 'step'} data-done={hasZone || undefined}>
          <h2>Di quale Comune sei?</h2>
          {!hasZone && (
            <Panel label="Di quale Comune sei?">
              <ChooseMyZones choice={choice} />
            </Panel>
          )}
        </li>
        <li aria-current={hasZone ? 'step' : undefined}>
          <h2>Bollettino</h2>
          {hasZone ? (
            <Panel label="Bollettino">
              <HowBulletinsCome />
            </Panel>
          ) : (
            <p className="muted">Semaforo lo legge dalla rete, oppure un amministratore carica i file.</p>
          )}
        </li>
        <li>
          <h2>Proposta</h2>
          <p className="muted">
            Vedi che cosa accenderebbe il bollettino di oggi. Nessuna lampada cambia finché non confermi.
          </p>
        </li>
      </ol>
    </>
  );
}
