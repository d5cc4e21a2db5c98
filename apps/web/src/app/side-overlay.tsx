import { useEffect, useRef } from 'react';
import styles from './side-menu.module.css';
import { SideMenu } from './side-menu.tsx';

/**
 * The menu above the page, for narrow windows and the map. The focus stays inside; Esc or a click outside closes it.
 */
export function SideOverlay({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    const closeOnBackdrop = (event: MouseEvent) => {
      if (event.target === opened) opened?.close();
    };
    opened?.addEventListener('click', closeOnBackdrop);
    return () => opened?.removeEventListener('click', closeOnBackdrop);
  }, []);

  return (
    <dialog ref={dialog} className={styles.overlay} aria-label="Menu" onClose={onClose}>
      <SideMenu onLeave={onClose} />
    </dialog>
  );
}
