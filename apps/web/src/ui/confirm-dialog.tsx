import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

type ConfirmDialogProps = {
  question: string;
  /** What the act is about and what follows from it. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Asks before an action that cannot be undone; rendering it opens it. The focus starts on the cancel button and stays
 * inside, Esc cancels, and closing gives the focus back to where it was.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onCancel();
      }}
    >
      <h2 id={id}>{props.question}</h2>
      {props.children}
      <div className={styles.actions}>
        <Button variant="outline" onClick={props.onCancel}>
          {props.cancelLabel}
        </Button>
        <Button onClick={props.onConfirm}>{props.confirmLabel}</Button>
      </div>
    </dialog>
  );
}
