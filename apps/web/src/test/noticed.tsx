import type { ReactNode } from 'react';
import { type Toast, ToastAlert, useToast } from '../ui/toast.tsx';

/** A part of the page under the toasts that it shows. */
export function Noticed({ children }: { children: (notify: (notice: Toast) => void) => ReactNode }) {
  const { shown, notify, close } = useToast();
  return (
    <>
      <ToastAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      {children(notify)}
    </>
  );
}
