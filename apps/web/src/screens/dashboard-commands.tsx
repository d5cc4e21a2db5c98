import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { ColourButtons } from '../commands/colour-buttons.tsx';
import { coloursOpen } from '../commands/colours-open.ts';
import { SendingTime } from '../commands/sending-time.tsx';
import { useSendCommand } from '../commands/use-send-command.ts';
import { ReachSentence } from '../groups/reach-sentence.tsx';
import { WhomChips } from '../groups/whom-chips.tsx';
import { useLinkState } from '../live/link-state.ts';
import { useStore } from '../platform/store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Panel } from '../ui/panel.tsx';
import styles from './dashboard.module.css';
import { useAskedComuni } from './use-asked-comuni.tsx';
import { useHoldForRosso } from './use-hold-for-rosso.ts';
import type { ScreenWhom } from './use-whom.ts';
import { WhomGroupsDialog } from './whom-groups-dialog.tsx';

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
 * For whom, then what: 'Imposta' opens the four colours, 'Pianifica' the scheduling form, so that sending a command
 * takes two deliberate steps. `known` is false until the devices are read.
 */
export function DashboardCommands({ whom, known }: { whom: ScreenWhom; known: boolean }) {
  const link = useLinkState();
  const block = link.up ? null : BLOCKS[link.down];
  const sending = useSendCommand();
  const open = useStore(coloursOpen);
  const [formOpen, setFormOpen] = useState(false);
  const [scheduled, setScheduled] = useState(false);
  const colourOpener = useRef<HTMLButtonElement>(null);
  const formOpener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { question, ask } = useAskedComuni(whom.reach);
  const hold = useHoldForRosso(whom);
  const nobody = !whom.ready || whom.targets.length === 0;

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

  function pick(colour: SignalColour) {
    const deviceIds = new Set(whom.targets.map((device) => device.id));
    ask({ act: 'send', colour }, () => sending.sendColour(colour, { whom: whom.named, deviceIds }));
  }

  return (
    <Panel className={styles.commands} label="Comandi">
      {known && <Whom whom={whom} />}
      <div className={`${layoutStyles.row} ${styles.bar}`}>
        <Button
          ref={colourOpener}
          aria-expanded={open}
          aria-describedby={block === null ? undefined : `${id}-block`}
          disabled={blocked}
          onClick={() => coloursOpen.set(!open)}
        >
          {open ? 'Nascondi' : 'Imposta'}
        </Button>
        <Button
          ref={formOpener}
          variant={formOpen ? 'solid' : 'outline'}
          aria-expanded={formOpen}
          aria-describedby={link.up ? undefined : `${id}-block`}
          disabled={!link.up && link.down === 'socket'}
          onClick={() => setFormOpen(!formOpen)}
        >
          {formOpen ? 'Chiudi' : 'Pianifica'}
        </Button>
        {block !== null && (
          <p className={`small muted ${styles.note}`} id={`${id}-block`}>
            {block}
          </p>
        )}
        {whom.ready && (
          <div className={styles.note}>
            <ReachSentence
              id={`${id}-reach`}
              reach={whom.reach}
              type="semaforo"
              none={whom.devices.length === 0 ? 'Nessun semaforo assegnato' : 'Nessun semaforo scelto'}
            />
            <SendingTime reached={whom.targets.length} />
          </div>
        )}
      </div>
      {open && !blocked && (
        <ColourButtons
          locked={sending.locked}
          disabled={nobody}
          describedBy={`${id}-reach`}
          hold={hold}
          onPick={pick}
        />
      )}
      {formOpen && (
        <Suspense>
          <ScheduleForm
            whom={whom.named}
            disabled={nobody}
            describedBy={`${id}-reach`}
            onSend={(colour, send) => ask({ act: 'schedule', colour }, send)}
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
      {question}
    </Panel>
  );
}

function Whom({ whom }: { whom: ScreenWhom }) {
  return (
    <WhomChips
      whom={whom.whom}
      onChoose={whom.choose}
      total={whom.devices.length}
      selected={whom.ticked.size}
      groups={whom.groups}
      withComune={whom.comuni !== null}
      drawDialog={(props) => <WhomGroupsDialog {...props} whom={whom} />}
    />
  );
}
