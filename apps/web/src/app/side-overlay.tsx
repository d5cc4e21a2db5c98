import { useEffect } from 'react';
import { useModal } from '../ui/use-modal.ts';
import styles from './side-menu.module.css';
import { SideMenu } from './side-menu.tsx';

/**
 * The menu above the page, for narrow windows and the map. The focus stays inside; Esc or a click outside closes it.
 */
export function SideOverlay({ onClose }: { onClose: () => void }) {
  const modal = useModal(onClose);
  const { ref } = modal;

  useEffect(() => {
    const opened = ref.current;
    const closeOnBackdrop = (event: MouseEvent) => {
      if (event.target === opened) onClose();
    };
    opened?.addEventListener('click', closeOnBackdrop);
    return () => opened?.removeEventListener('click', closeOnBackdrop);
  }, [ref, onClose]);

  return (
    <dialog {...modal} className={styles.overlay} aria-label="Menu">
      <SideMenu onLeave={onClose} />
    </dialog>
  );
}
