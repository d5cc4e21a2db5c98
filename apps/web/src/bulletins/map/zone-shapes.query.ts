import type { ZoneShapesRecord } from '@semaforo/contract/api/bulletins';
import { useQuery } from '@tanstack/react-query';
import { callForBody } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

const KEY = [...queryKeys.bulletins, 'shapes'];
/** One that came later than its bulletin is told of by nobody. */
const REFRESH_MS = 600_000;

type Known = { tag: string | null; shapes: ZoneShapesRecord };

/** The shapes of the zones; read again only when they have changed, by their tag. */
export function useZoneShapes() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ client, signal }): Promise<Known> => {
      const known = client.getQueryData<Known>(KEY);
      const tag = known?.tag ?? null;
      const response = await callForBody('getZoneShapes', { signal, ...(tag !== null && { knownTag: tag }) });
      if (response.status === 304 && known) return known;
      const shapes = (await response.json()) as ZoneShapesRecord;
      return { tag: response.headers.get('etag'), shapes };
    },
    select: ({ shapes }) => shapes,
    refetchInterval: REFRESH_MS,
  });
}
