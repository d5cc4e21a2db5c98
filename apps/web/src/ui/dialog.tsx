import { type ReactNode, useId } from 'react';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

type DialogProps = {
  title: ReactNode;
  /** An alertdialog asks something that must be answered. */
  role?: 'dialog' | 'alertdialog';
  wide?: boolean;
  /** Esc was pressed. Without it Esc does nothing. */
  onCancel?: () => void;
  children?: ReactNode;
  /** The buttons at its end. */
  actions: ReactNode;
};

/**
 * A modal dialog; rendering it opens it. The focus starts on its first control and stays inside, and closing gives it
 * back to where it was.
 */
export function Dialog({ title, role, wide = false, onCancel, children, actions }: DialogProps) {
  const modal = useModal(onCancel);
  const id = useId();

  return (
    <dialog
      {...modal}
      className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      role={role}
      aria-labelledby={id}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
