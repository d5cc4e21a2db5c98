import type { Alert } from '@semaforo/contract/api/alerts';
import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { counted } from '@semaforo/contract/domain/italian';
import { capitalised } from '../../lamps/color-labels.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type LoweringQuestionProps = {
  alert: Alert;
  /** What the signals are to show; null: each what it showed before, which may be lower. */
  value: DeviceStatus | null;
  /** How many signals of the alert it is for. */
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks a second time before a command that lowers an alert in course. */
export function LoweringQuestion({ alert, value, count, onConfirm, onCancel }: LoweringQuestionProps) {
  const act = value === null ? 'ripristinare i colori di prima' : `abbassare a ${value.toUpperCase()}`;
  const signals = `${counted(count, ['semaforo', 'semafori'])} dell’allerta`;
  return (
    <ConfirmDialog
      question={`${capitalised(ALERT_LABELS[alert.color])} in corso: ${act}?`}
      confirmLabel={value === null ? 'Ripristina' : `Abbassa a ${value}`}
      cancelLabel="Annulla"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>
        {value === null
          ? `${signals}: dal colore di adesso a quello di prima, che può essere più basso di ${alert.color}.`
          : `${signals}: ${alert.color} → ${value}.`}{' '}
        L’allerta resta in corso, con un comando manuale; per finirla c’è Concludi.
      </p>
    </ConfirmDialog>
  );
}
