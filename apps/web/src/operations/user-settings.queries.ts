import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

type OfUser = { userId: number; onNotice: (notice: Toast) => void };

/** Reads the settings of a user. */
export function useUserSettings(userId: number) {
  return useQuery({
    queryKey: queryKeys.userSettings(userId),
    queryFn: ({ signal }) => callRoute('listUserSettings', { params: { id: userId }, signal }),
    select: ({ settings }) => settings,
  });
}

/** Stores a setting under its key. */
export function useStoreSetting({
  userId,
  onNotice,
  ...texts
}: OfUser & { successText?: string; failureText: string }) {
  return useMutationWithNotice({
    mutationFn: (setting: Record<string, string>) =>
      callRoute('saveUserSetting', { params: { id: userId }, body: setting }),
    onNotice,
    ...texts,
    invalidates: outdatedOf(userId),
  });
}

/**
 * Changes the key and the value of the setting that is stored under `originalKey`. `onSaved` is called with the new
 * key, while the row of the former one is still there.
 */
export function useSaveSetting({ userId, onNotice, onSaved }: OfUser & { onSaved: (key: string) => void }) {
  const queryClient = useQueryClient();
  return useMutationWithNotice({
    mutationFn: ({ originalKey, ...body }: { originalKey: string; newKey: string; value: string }) =>
      callRoute('renameUserSetting', { params: { id: userId, key: originalKey }, body }),
    onNotice,
    // It also takes the place of an earlier failure, which would still be read as this one's.
    successText: 'Impostazione salvata con successo',
    failureText: 'Errore salvataggio impostazione',
    invalidates: outdatedOf(userId),
    onSuccess: (settings, { newKey }) => {
      onSaved(newKey);
      queryClient.setQueryData(queryKeys.userSettings(userId), settings);
    },
  });
}

/** Deletes a setting. */
export function useDeleteSetting({ userId, onNotice, onDone }: OfUser & { onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (key: string) => callRoute('deleteUserSetting', { params: { id: userId, key } }),
    onNotice,
    failureText: 'Errore cancellazione impostazione',
    invalidates: outdatedOf(userId),
    onSuccess: onDone,
  });
}

/** Also one's own settings: admins may change those of their own user. */
/** Has the server write to the channel of a Comune that this is a test. */
export function useTestChannel(userId: number) {
  return useMutation({
    mutationFn: () => callRoute('testChannel', { params: { id: userId }, body: {} }),
  });
}

function outdatedOf(userId: number) {
  return [queryKeys.userSettings(userId), queryKeys.mySettings];
}
