import { useState } from 'react';
import { Alert } from './alert.tsx';
import styles from './toast.module.css';

/** The outcome of an action: a sentence and, for a failure, the reason. */
export type Toast = { kind: 'danger' | 'success'; text: string; reason?: string | undefined };

/** The sentences of a toast, one paragraph each. */
export function ToastText({ text, reason }: Pick<Toast, 'text' | 'reason'>) {
  return (
    <>
      <p>{text}</p>
      {reason !== undefined && reason !== text && <p className="small">{reason}</p>}
    </>
  );
}

/** The last toast of a panel. `number` distinguishes two equal toasts. */
export type ShownToast = Toast & { number: number };

/** Keeps the last toast: a newer one replaces it, `close` removes it. */
export function useToast() {
  const [shown, setShown] = useState<ShownToast | null>(null);
  return {
    shown,
    notify: (toast: Toast) => setShown((last) => ({ ...toast, number: (last?.number ?? 0) + 1 })),
    close: () => setShown(null),
  };
}

/** Shows the last toast at the top of a long panel, in sight while the panel scrolls; nothing without one. */
export function ToastAlert(props: { shown: ShownToast | null; closeLabel: string; onClose: () => void }) {
  const { shown, closeLabel, onClose } = props;
  if (shown === null) return null;
  return (
    <div className={styles.toast}>
      <Alert key={shown.number} kind={shown.kind} closeLabel={closeLabel} onClose={onClose}>
        <ToastText {...shown} />
      </Alert>
    </div>
  );
}
