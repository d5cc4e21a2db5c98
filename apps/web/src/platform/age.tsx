import { formatAge, shortDuration } from '@semaforo/contract/domain/italian';
import { useSyncExternalStore } from 'react';
import { everySecond } from './every-second.ts';
import { serverNow } from './server-clock.ts';

/**
 * How long ago, by the server's clock: '9 s fa'. It renders again only when the text changes. `since` is an ISO time or
 * epoch ms.
 */
export function Age({ since }: { since: string | number }) {
  const instant = new Date(since).getTime();
  return useSyncExternalStore(everySecond, () => formatAge(serverNow() - instant));
}

/** For how long, by the server's clock: '12 min'. */
export function Lasting({ since }: { since: string }) {
  const instant = Date.parse(since);
  return useSyncExternalStore(everySecond, () => shortDuration(serverNow() - instant));
}
