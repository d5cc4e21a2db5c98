import { useMatches } from 'react-router';

/** What a route declares for the frame. */
export type ScreenHandle = { title: string; fullBleed?: boolean; ownStrip?: boolean; bare?: boolean };

/** The screen that is shown. */
export function useScreenHandle(): ScreenHandle {
  const handle = useMatches().findLast((match) => match.handle !== undefined)?.handle;
  return isScreenHandle(handle) ? handle : { title: '' };
}

function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
