import type { Alert } from '@semaforo/contract/api/alerts';
import { ALERT_WORDS } from '@semaforo/contract/domain/alert-words';
import { counted } from '@semaforo/contract/domain/italian';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { capitalised } from '../lamps/color-words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks a second time before a command that lowers an alert in course. `count`: the signals that it lowers. */
export function LoweringQuestion(props: {
  alert: Pick<Alert, 'color'>;
  color: SignalColor;
  count: number;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { alert, color, count, onConfirm, onCancel } = props;
  return (
    <Dialog
      title={`${capitalised(ALERT_WORDS[alert.color])} in corso: abbassare a ${color.toUpperCase()}?`}
      role="alertdialog"
      onCancel={onCancel}
      actions={
        <>
          <Button variant="outline" onClick={onCancel}>
            Annulla
          </Button>
          <Button onClick={onConfirm}>Abbassa a {color}</Button>
        </>
      }
    >
      <p>
        {counted(count, ['semaforo', 'semafori'])} dell’allerta: {alert.color} → {color}. L’allerta resta in
        corso, con un comando manuale; per finirla c’è Concludi.
      </p>
    </Dialog>
  );
}
