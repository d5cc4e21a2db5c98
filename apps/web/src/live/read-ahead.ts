import type { QueryClient } from '@tanstack/react-query';
import { readStatusesAhead } from '../api/device-snapshot.ts';
import { readAccessToken } from '../api/session.ts';
import { BASE_PATH } from '../platform/base-path.ts';

/** The screens that show lamps before anything else. */
const OF_LAMPS = ['/dashboard', '/lanterna', '/sala'];

/** Asks for the lamps that the first screen shows, before it is drawn: on a phone they arrive while it still is. */
export function readAhead(queryClient: QueryClient): void {
  if (readAccessToken() === null || !OF_LAMPS.includes(location.pathname.slice(BASE_PATH.length))) return;
  void readStatusesAhead(queryClient);
}
