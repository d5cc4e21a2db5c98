import { counted } from '@semaforo/contract/domain/italian';
import { useId, useRef, useState } from 'react';
import { ColourButtons } from '../commands/colour-buttons.tsx';
import type { CommandSending } from '../commands/use-send-command.ts';
import { ScheduleForm } from '../schedules/schedule-form.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import panelStyles from '../ui/panel.module.css';
import styles from './dashboard.module.css';
import { useCommandBlock } from './use-command-block.ts';

type DashboardCommandsProps = {
  /** How many signals a command reaches; undefined until known. */
  reached: number | undefined;
  sending: CommandSending;
};

/** 'Imposta' opens the four colours, 'Pianifica' the scheduling form: sending a command takes two deliberate steps. */
export function DashboardCommands({ reached, sending }: DashboardCommandsProps) {
  const block = useCommandBlock();
  const [coloursOpen, setColoursOpen] = useState(false);
  const [formOpen, setFormOpen] = useState(false);
  const [scheduled, setScheduled] = useState(false);
  const formOpener = useRef<HTMLButtonElement>(null);
  const blockId = useId();
  // When commands are possible again, sending one again takes two deliberate steps.
  if (block !== null && coloursOpen) setColoursOpen(false);

  function closeForm() {
    setFormOpen(false);
    formOpener.current?.focus();
  }

  return (
    <section className={`${panelStyles.panel} ${panelStyles.padded} ${styles.commands}`} aria-label="Comandi">
      <div className={`${layoutStyles.row} ${styles.bar}`}>
        <Button
          aria-expanded={coloursOpen}
          aria-describedby={block === null ? undefined : blockId}
          disabled={block !== null}
          onClick={() => setColoursOpen(!coloursOpen)}
        >
          {coloursOpen ? 'Nascondi' : 'Imposta'}
        </Button>
        <Button
          ref={formOpener}
          variant={formOpen ? 'solid' : 'outline'}
          aria-expanded={formOpen}
          onClick={() => setFormOpen(!formOpen)}
        >
          {formOpen ? 'Chiudi' : 'Pianifica'}
        </Button>
        {block !== null && (
          <p className={`small muted ${styles.note}`} id={blockId}>
            {block}
          </p>
        )}
        {coloursOpen && reached !== undefined && (
          <p className={styles.note}>
            Il comando raggiungerà <b>{counted(reached, ['semaforo', 'semafori'])}</b>
          </p>
        )}
      </div>
      {coloursOpen && <ColourButtons locked={sending.locked} onPick={sending.sendColour} />}
      {formOpen && (
        <ScheduleForm
          onCancel={closeForm}
          onScheduled={() => {
            setScheduled(true);
            closeForm();
          }}
        />
      )}
      {/* Below the buttons, which must never move under a finger about to press again. */}
      {sending.failure && (
        <Alert kind="danger" closeLabel="Chiudi l’avviso" onClose={sending.dismissFailure}>
          {sending.failure}
        </Alert>
      )}
      {scheduled && (
        <Alert kind="success" closeLabel="Chiudi l’avviso" onClose={() => setScheduled(false)}>
          Comando pianificato con successo
        </Alert>
      )}
    </section>
  );
}
