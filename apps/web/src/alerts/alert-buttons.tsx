import type { Alert } from '@semaforo/contract/api/alerts';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { AlertAct } from './alerts.queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const ASKED = {
  rejectAlert: { question: 'Rifiutare la proposta?', confirm: 'Rifiuta' },
  revokeAlert: { question: 'Revocare l’allerta?', confirm: 'Revoca' },
  concludeAlert: { question: 'Concludere adesso l’allerta?', confirm: 'Concludi' },
} as const;

export const END_EXERCISE = 'Terminare adesso l’esercitazione?';

type AlertButtonsProps = {
  alert: Alert;
  /** Why nothing can be decided now; null when it can. */
  block: string | null;
  disabled: boolean;
  /** The id of the words that say why its asker cannot confirm it; undefined for anybody else. */
  askerBlock: string | undefined;
  onAct: (act: AlertAct, reason?: string) => void;
  /** Opens the form with a proposal; undefined where there is none. */
  onChange: (() => void) | undefined;
};

/** What a person may do with an alert now. Whatever takes it back asks for a reason. */
export function AlertButtons(props: AlertButtonsProps) {
  const { alert, block, disabled: isDeciding, askerBlock, onAct, onChange } = props;
  const disabled = isDeciding || block !== null;
  const [asked, setAsked] = useState<keyof typeof ASKED>();
  const { state, awaits } = alert;
  const confirmLabel = confirmLabelOf(alert);
  return (
    <>
      {block !== null && <p className="small muted">{block}</p>}
      {confirmLabel !== undefined && (
        <Button
          disabled={disabled || askerBlock !== undefined}
          aria-describedby={askerBlock}
          onClick={() => onAct('confirmAlert')}
        >
          {confirmLabel}
        </Button>
      )}
      {state === 'proposta' && onChange && (
        <Button variant="outline" disabled={block !== null} onClick={onChange}>
          Modifica
        </Button>
      )}
      {state === 'proposta' && (
        <Button variant="outline" disabled={disabled} onClick={() => setAsked('rejectAlert')}>
          Rifiuta
        </Button>
      )}
      {state === 'in corso' && awaits !== 'fine' && (
        <Button variant="outline" disabled={disabled} onClick={() => setAsked('concludeAlert')}>
          {alert.drill ? 'Termina l’esercitazione' : 'Concludi'}
        </Button>
      )}
      {(state === 'in corso' || state === 'confermata') && (
        <Button variant="outline" disabled={disabled} onClick={() => setAsked('revokeAlert')}>
          Revoca
        </Button>
      )}
      {asked !== undefined && (
        <ReasonDialog
          question={alert.drill && asked === 'concludeAlert' ? END_EXERCISE : ASKED[asked].question}
          confirmLabel={ASKED[asked].confirm}
          onCancel={() => setAsked(undefined)}
          onConfirm={(reason) => {
            setAsked(undefined);
            onAct(asked, reason);
          }}
        />
      )}
    </>
  );
}

function confirmLabelOf({ state, awaits, author }: Alert): string | undefined {
  if (awaits === 'fine') return 'Conferma la fine';
  if (awaits === 'inizio') return 'Inizia adesso';
  if (state === 'proposta') return 'Conferma';
  // Raised by the policy: no person has confirmed when it ends.
  const isOpen = state === 'confermata' || state === 'in corso';
  return isOpen && author === null ? 'Conferma' : undefined;
}
