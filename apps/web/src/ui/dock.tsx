import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element at the lower edge of a narrow window that a screen may fill; null where there is none. */
export const DockPlace = createContext<HTMLElement | null>(null);

/** Draws its children in the dock, where they stay in view. Without a dock nothing is drawn. */
export function Docked({ children }: { children: ReactNode }) {
  const place = useContext(DockPlace);
  return place && createPortal(children, place);
}
