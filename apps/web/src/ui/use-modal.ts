import { type KeyboardEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

type ModalProps = {
  ref: RefObject<HTMLDialogElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
  onCancel: (event: SyntheticEvent) => void;
};

/**
 * What makes a `<dialog>` modal for as long as it is drawn: the focus stays inside, and goes back to where it was.
 * `onCancel` is called when Esc or the system's way back is pressed, before anything else can be: the browser alone
 * would close first and tell later, so that a key in between would be lost. Without it Esc does nothing.
 */
export function useModal(onCancel?: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);

  // Closed while it is still in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const opened = ref.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onCancel?.();
  };
  return {
    ref,
    // A second Esc would close it without asking.
    onKeyDown: (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) cancel(event);
    },
    // Not that of a file chooser inside.
    onCancel: (event) => {
      if (event.target === event.currentTarget) cancel(event);
    },
  };
}
