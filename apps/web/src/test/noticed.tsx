import type { ReactNode } from 'react';
import { type Notice, NoticeAlert, useNotice } from '../ui/notice.tsx';

/** A part of the page below the notice that it tells. */
export function Noticed({ children }: { children: (tell: (notice: Notice) => void) => ReactNode }) {
  const { shown, tell, close } = useNotice();
  return (
    <>
      <NoticeAlert shown={shown} closeLabel="Chiudi" onClose={close} />
      {children(tell)}
    </>
  );
}
