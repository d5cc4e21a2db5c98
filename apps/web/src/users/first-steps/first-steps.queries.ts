import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import { queryOptions } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** While steps are missing: what is done elsewhere, or by a device, is seen soon. */
const POLL_MS = 3000;

/** How far the first start has come. Once it is over it is not asked again. */
export const firstStepsQuery = queryOptions({
  queryKey: queryKeys.firstSteps,
  queryFn: ({ signal }) => callRoute('getFirstSteps', { signal }),
  refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
});

/**
 * True until a device has confirmed a command, or several were heard; the password alone brings the list back for
 * nobody.
 */
export function isUnderWay({ town, device, lampConfirmed, severalHeard }: FirstSteps): boolean {
  return town === null || device === null || !(lampConfirmed || severalHeard);
}
