import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** Short: who looks at it is mending something. */
const READ_EVERY_MS = 5000;

/** How the system is; read again and again while the page is open. */
export function useSystem() {
  return useQuery({
    queryKey: queryKeys.system,
    queryFn: ({ signal }) => callRoute('getSystem', { signal }),
    refetchInterval: READ_EVERY_MS,
  });
}
