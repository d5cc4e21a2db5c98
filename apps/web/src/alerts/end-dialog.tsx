import type { Alert } from '@semaforo/contract/api/alerts';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { EndConsequence } from './end-consequence.tsx';

const ENDINGS = {
  revokeAlert: {
    question: 'Revocare l’allerta?',
    confirm: 'Revoca',
    meaning:
      'Revoca chi ritira un’allerta che non doveva esserci; quella che è solo finita si conclude. Le lampade fanno lo stesso.',
  },
  concludeAlert: {
    question: 'Concludere adesso l’allerta?',
    confirm: 'Concludi',
    meaning:
      'Conclude chi dice che l’allerta è finita; quella che non doveva esserci si revoca. Le lampade fanno lo stesso.',
  },
} as const;

export type AlertEnding = keyof typeof ENDINGS;

/** How a person ends an alert. */
export type Ended = { reason: string | undefined; keepsOverrides: boolean; toVerde: boolean };

const END_EXERCISE = 'Terminare adesso l’esercitazione?';

type EndDialogProps = {
  alert: Pick<Alert, 'id' | 'state' | 'drill'>;
  act: AlertEnding;
  onConfirm: (ended: Ended) => void;
  onCancel: () => void;
  /** What else is to be known before. */
  children?: ReactNode;
};

/** Asks before an alert is ended: what each lamp will do, what stays, and the reason, which others will read. */
export function EndDialog({ alert, act, onConfirm, onCancel, children }: EndDialogProps) {
  const [keepsOverrides, setKeepsOverrides] = useState(true);
  const [toVerde, setToVerde] = useState(false);
  const [reason, setReason] = useState('');
  const { question, confirm, meaning } = ENDINGS[act];
  const isExercise = alert.drill && act === 'concludeAlert';
  return (
    <Dialog
      title={isExercise ? END_EXERCISE : question}
      role="alertdialog"
      onCancel={onCancel}
      actions={
        <>
          <Button variant="outline" onClick={onCancel}>
            Annulla
          </Button>
          <Button onClick={() => onConfirm({ reason: reason.trim() || undefined, keepsOverrides, toVerde })}>
            {isExercise ? 'Termina' : confirm}
          </Button>
        </>
      }
    >
      {children}
      {!alert.drill && <p className="muted">{meaning}</p>}
      {alert.state === 'in corso' ? (
        <EndConsequence
          alertId={alert.id}
          keepsOverrides={keepsOverrides}
          onKeepsOverrides={setKeepsOverrides}
          toVerde={toVerde}
          onToVerde={setToVerde}
        />
      ) : (
        <p>Non è ancora iniziata: nessuna lampada cambia.</p>
      )}
      <TextInput
        label="Motivo"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
