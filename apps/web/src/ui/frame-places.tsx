import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** What of the frame a screen may fill: the lines above the page, and the lower edge of a narrow window. */
type Places = { lines: HTMLElement | null; dock: HTMLElement | null };

export const FramePlaces = createContext<Places>({ lines: null, dock: null });

/** Draws its children in a place of the frame, where they stay in view; nothing where there is no such place. */
export function InFrame({ place, children }: { place: keyof Places; children: ReactNode }) {
  const element = useContext(FramePlaces)[place];
  return element && createPortal(children, element);
}
