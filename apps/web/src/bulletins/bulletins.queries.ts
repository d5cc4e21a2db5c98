import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

const PAGE_SIZE = 20;
/** A bulletin grows old without anybody telling the page. */
const REFRESH_MS = 60_000;

type Documents = Sent<Routes['uploadBulletin']>['body'];

/** The levels of a day (`2026-11-22`) by zone. */
export function useLevels(date: string, enabled = true) {
  return useQuery({
    queryKey: [...queryKeys.bulletins, 'levels', date],
    queryFn: ({ signal }) => callRoute('getLevels', { query: { date }, signal }),
    enabled,
    refetchInterval: REFRESH_MS,
  });
}

/** How the reading from the network goes. */
export function useBulletinReader() {
  return useQuery({
    queryKey: [...queryKeys.bulletins, 'reader'],
    queryFn: ({ signal }) => callRoute('getBulletinReader', { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** The bulletins that were received, in all their versions, newest first; for admins. */
export function useStoredBulletins() {
  return useInfiniteQuery({
    queryKey: [...queryKeys.bulletins, 'stored'],
    queryFn: ({ pageParam, signal }) =>
      callRoute('listBulletins', {
        query: {
          limit: String(PAGE_SIZE),
          ...(pageParam !== undefined && { before: String(pageParam) }),
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ bulletins }) => (bulletins.length < PAGE_SIZE ? undefined : bulletins.at(-1)?.id),
    select: ({ pages }) => pages.flatMap(({ bulletins }) => bulletins),
  });
}

/** Uploads a bulletin; what the page shows of bulletins is read again. */
export function useUploadBulletin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (documents: Documents) => callRoute('uploadBulletin', { body: documents }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.bulletins }),
  });
}
