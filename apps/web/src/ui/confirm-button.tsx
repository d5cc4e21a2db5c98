import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type ConfirmButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> &
  Pick<ComponentProps<typeof ConfirmDialog>, 'question' | 'confirmLabel' | 'cancelLabel' | 'onConfirm'> & {
    /** What is written on the button. */
    label: ReactNode;
    /** True while the action runs: then the button does nothing. */
    busy: boolean;
    /** What the action is about and what follows from it. */
    children?: ReactNode;
  };

/** A button that asks for a confirmation before its action. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, busy, question, confirmLabel, cancelLabel, onConfirm, children, ...button } = props;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} aria-disabled={busy} onClick={() => setAsking(!busy)}>
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          question={question}
          confirmLabel={confirmLabel}
          cancelLabel={cancelLabel}
          destroys={button.variant === 'danger'}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onConfirm();
          }}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
