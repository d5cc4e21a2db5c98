import { useShortcuts } from '../platform/shortcuts.ts';

/** X ticks the card that has the focus, or unticks it. */
export function useSelectKey(toggle: (deviceId: number) => void): void {
  useShortcuts((key, target) => {
    const card = key === 'x' ? target.closest<HTMLElement>('[data-device]') : null;
    if (card) toggle(Number(card.dataset.device));
    return card !== null;
  });
}
