import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { publicSettingsQuery } from '../../api/public-settings.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { logFailure } from '../../platform/log.ts';
import { type Centre, centreOf, settingsOf } from './map-centre.ts';

/** The place where the map opens: the saved centre, or the default when it cannot be read; undefined until known. */
export function useSavedCentre(): Centre | undefined {
  const settings = useQuery({
    queryKey: queryKeys.mapSettings,
    queryFn: async ({ signal }) =>
      (await callRoute('listMySettings', { query: { prefix: 'map_' }, signal })).settings,
    retry: false,
  });
  return settings.isPending ? undefined : centreOf(settings.data ?? []);
}

/** Saves the place where the map opens. */
export function useSaveCentre() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (centre: Centre) => callRoute('saveMySettings', { body: settingsOf(centre) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.mySettings }),
    onError: (error) => logFailure('Centro della mappa non salvato', error),
  });
}

/** To whom the tiles are owed; undefined until known, and when it cannot be read. */
export function useTileCredit(): string | undefined {
  return useQuery(publicSettingsQuery).data?.tileAttribution;
}
