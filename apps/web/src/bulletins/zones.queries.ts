import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callForBody, callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** Fewer letters name too many Comuni. */
const LETTERS_AT_LEAST = 2;

/** One's own zones, and those of one's devices that have another. */
export function useMyZones() {
  return useQuery({
    queryKey: queryKeys.myZones,
    queryFn: ({ signal }) => callRoute('getMyZones', { signal }),
  });
}

/** Saves one's own zones. */
export function useSaveMyZones() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (zones: string[]) => callRoute('saveMyZones', { body: { zones } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.myZones }),
  });
}

/** The zones of another user; for admins. */
export function useUserZones(userId: number) {
  return useQuery({
    queryKey: [...queryKeys.zones, 'user', userId],
    queryFn: ({ signal }) => callRoute('getUserZones', { params: { id: userId }, signal }),
  });
}

/** Saves the zones of another user; for admins. */
export function useSaveUserZones(userId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (zones: string[]) => callRoute('saveUserZones', { params: { id: userId }, body: { zones } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.zones }),
  });
}

/** The zones that count today, or will. */
export function useZones() {
  return useQuery({
    queryKey: [...queryKeys.zones, 'all'],
    queryFn: ({ signal }) => callRoute('listZones', { signal }),
  });
}

/** The Comuni whose name begins so; none for fewer than two letters. */
export function useComuni(name: string) {
  const beginning = name.trim();
  return useQuery({
    queryKey: [...queryKeys.zones, 'comuni', beginning.toLowerCase()],
    queryFn: ({ signal }) => callRoute('findComuni', { query: { name: beginning }, signal }),
    enabled: beginning.length >= LETTERS_AT_LEAST,
  });
}

/** Imports a table of zones or of Comuni; a dry run changes nothing. */
export function useImportZones() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ table, dryRun, validFrom }: { table: string; dryRun: boolean; validFrom: string }) =>
      callRoute('importZones', {
        body: table,
        query: { dry_run: dryRun ? 'true' : 'false', ...(validFrom !== '' && { valid_from: validFrom }) },
      }),
    onSuccess: ({ applied }) => applied && queryClient.invalidateQueries({ queryKey: queryKeys.zones }),
  });
}

/** Puts the zones and Comuni that come with Semaforo in the place of those that were imported. */
export function usePutBuiltInZones() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callRoute('putBuiltInZones', { body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.zones }),
  });
}

/** The zones, or the Comuni, as a file for a spreadsheet. */
export async function readZoneCsv(table: 'exportZones' | 'exportComuni'): Promise<Blob> {
  return (await callForBody(table, {})).blob();
}
