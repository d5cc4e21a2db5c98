import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  question: string;
  /** What the act is about and what follows from it. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** True when something is lost for good: its button is drawn as a danger, like the one that asked. */
  destroys?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before an action that cannot be undone. The focus starts on the cancel button, and Esc cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog
      title={props.question}
      role="alertdialog"
      onCancel={props.onCancel}
      actions={
        <>
          <Button variant="outline" onClick={props.onCancel}>
            {props.cancelLabel}
          </Button>
          <Button variant={props.destroys ? 'danger' : 'solid'} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
