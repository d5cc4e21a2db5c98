import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';

type ReasonDialogProps = {
  question: string;
  confirmLabel: string;
  /** What confirming does, above the reason. */
  children?: ReactNode;
  onConfirm: (reason: string | undefined) => void;
  onCancel: () => void;
};

/** Asks before an alert is taken back, and for the reason, which others will read. */
export function ReasonDialog({ question, confirmLabel, children, onConfirm, onCancel }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Dialog
      title={question}
      role="alertdialog"
      onCancel={onCancel}
      actions={
        <>
          <Button variant="outline" onClick={onCancel}>
            Annulla
          </Button>
          <Button onClick={() => onConfirm(given === '' ? undefined : given)}>{confirmLabel}</Button>
        </>
      }
    >
      {children}
      <TextInput
        label="Motivo"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
