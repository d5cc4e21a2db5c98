import { counted } from '@semaforo/contract/domain/italian';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { ColourButtons } from '../commands/colour-buttons.tsx';
import { coloursOpen } from '../commands/colours-open.ts';
import { SendingTime } from '../commands/sending-time.tsx';
import { useSendCommand } from '../commands/use-send-command.ts';
import { useLinkState } from '../live/link-state.ts';
import { useStore } from '../platform/store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import styles from './dashboard.module.css';

/** With it comes the library of forms: the first screen does without both. */
const ScheduleForm = lazy(async () => ({
  default: (await import('../schedules/schedule-form.tsx')).ScheduleForm,
}));

/** What cannot be done now, and when it can be again. A broker that is down does not keep a plan from being made. */
const BLOCKS = {
  socket: 'Imposta e Pianifica tornano quando il collegamento riprende',
  broker: 'Imposta torna disponibile quando MQTT è connesso',
};

/**
 * 'Imposta' opens the four colours, 'Pianifica' the scheduling form: sending a command takes two deliberate steps.
 * `reached` is how many signals a command reaches, undefined until known.
 */
export function DashboardCommands({ reached }: { reached: number | undefined }) {
  const link = useLinkState();
  const block = link.up ? null : BLOCKS[link.down];
  const sending = useSendCommand();
  const open = useStore(coloursOpen);
  const [formOpen, setFormOpen] = useState(false);
  const [scheduled, setScheduled] = useState(false);
  const colourOpener = useRef<HTMLButtonElement>(null);
  const formOpener = useRef<HTMLButtonElement>(null);
  const blockId = useId();

  // When commands are possible again, or the page is opened again, sending one takes two deliberate steps.
  const blocked = block !== null;
  useEffect(() => {
    if (blocked) coloursOpen.set(false);
    return () => coloursOpen.set(false);
  }, [blocked]);

  // Opened by a button that goes, as 'Imposta di nuovo' does: the keyboard goes on here.
  useEffect(() => {
    if (open) colourOpener.current?.focus();
  }, [open]);

  function closeForm() {
    setFormOpen(false);
    formOpener.current?.focus();
  }

  return (
    <Panel className={styles.commands} label="Comandi">
      <div className={`${layoutStyles.row} ${styles.bar}`}>
        <Button
          ref={colourOpener}
          aria-expanded={open}
          aria-describedby={block === null ? undefined : blockId}
          disabled={blocked}
          onClick={() => coloursOpen.set(!open)}
        >
          {open ? 'Nascondi' : 'Imposta'}
        </Button>
        <Button
          ref={formOpener}
          variant={formOpen ? 'solid' : 'outline'}
          aria-expanded={formOpen}
          aria-describedby={link.up ? undefined : blockId}
          disabled={!link.up && link.down === 'socket'}
          onClick={() => setFormOpen(!formOpen)}
        >
          {formOpen ? 'Chiudi' : 'Pianifica'}
        </Button>
        {block !== null && (
          <p className={`small muted ${styles.note}`} id={blockId}>
            {block}
          </p>
        )}
        {open && reached !== undefined && (
          <p className={styles.note}>
            Il comando raggiungerà <b>{counted(reached, ['semaforo', 'semafori'])}</b>
            <SendingTime reached={reached} />
          </p>
        )}
      </div>
      {open && !blocked && (
        <ColourButtons
          locked={sending.locked}
          onPick={(colour) => sending.sendColour(colour, reached ?? null)}
        />
      )}
      {formOpen && (
        <Suspense>
          <ScheduleForm
            onCancel={closeForm}
            onScheduled={() => {
              setScheduled(true);
              closeForm();
            }}
          />
        </Suspense>
      )}
      {scheduled && (
        <Alert kind="success" closeLabel="Chiudi l’avviso" onClose={() => setScheduled(false)}>
          Comando pianificato con successo
        </Alert>
      )}
    </Panel>
  );
}
