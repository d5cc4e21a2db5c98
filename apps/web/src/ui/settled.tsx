import { type ReactNode, useEffect, useState } from 'react';

/** So long a second press can belong to the first one. */
export const DOUBLE_PRESS_MS = 600;

/** Children that take no press at first: it may be meant for what stood in their place. */
export function Settled({ children }: { children: ReactNode }) {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DOUBLE_PRESS_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span style={{ display: 'contents' }} inert={!settled}>
      {children}
    </span>
  );
}
