import { useEffect } from 'react';

/** Keys that are typed into these are text. */
const TYPED_INTO = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

/** X ticks the card that has the focus, or unticks it. */
export function useSelectKey(toggle: (deviceId: number) => void): void {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) => {
      const isShortcut = key.toLowerCase() === 'x' && !ctrlKey && !metaKey && !altKey && !defaultPrevented;
      if (!isShortcut || !(target instanceof Element) || target.closest(TYPED_INTO)) return;
      const card = target.closest<HTMLElement>('[data-device]');
      if (card) toggle(Number(card.dataset.device));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toggle]);
}
