import { BASE_PATH } from '../platform/base-path.ts';
import { createStore, useStore } from '../platform/store.ts';
import { readAccessToken, storeAccessToken } from './session.ts';

const PATH = `${BASE_PATH}/sala`;
/** Behind the #, which no browser sends and no server writes into its log. */
const KEY = /^#schermo=([\w.-]+)$/;

const offered = createStore<string | null>(null);

/** The address that makes a browser a wall. */
export function kioskLink(accessToken: string): string {
  return `${location.origin}${PATH}#schermo=${accessToken}`;
}

/**
 * Makes this browser the wall of the address by which it was opened. Where somebody else is logged in, only once a
 * person agrees: a link must not exchange what an operator looks at.
 */
export function takeKioskKey(): void {
  const key = location.pathname === PATH ? KEY.exec(location.hash)?.[1] : undefined;
  if (key === undefined) return;
  history.replaceState(history.state, '', PATH);
  const present = readAccessToken();
  if (present === null) storeAccessToken(key);
  else if (present !== key) offered.set(key);
}

/** The wall that this browser may become, and the answer to that; null when there is nothing to ask. */
export function useOfferedKiosk(): { accept: () => void; decline: () => void } | null {
  const key = useStore(offered);
  if (key === null) return null;
  const decline = () => offered.set(null);
  const accept = () => {
    decline();
    storeAccessToken(key);
  };
  return { accept, decline };
}
