import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

/** How often the chats are read while a code can be used. */
const WATCH_EVERY_MS = 3_000;

/** The user's linked chats, oldest first; with `watched`, they are read every few seconds. */
export function useLinkedChats(watched: boolean) {
  return useQuery({
    queryKey: queryKeys.linkedChats,
    queryFn: ({ signal }) => callRoute('listLinkedChats', { signal }),
    select: ({ chats }) => chats,
    refetchInterval: watched ? WATCH_EVERY_MS : false,
  });
}

/** Creates a one-time code. The code before it does not work any more. */
export function useCreateLinkCode(onNotice: (notice: Toast) => void) {
  return useMutationWithNotice({
    mutationFn: () => callRoute('createLinkCode'),
    onNotice,
    failureText: 'Errore generazione codice',
    invalidates: [],
  });
}

/** Unlinks a chat by its id. */
export function useUnlinkChat({
  onNotice,
  onDone,
}: {
  onNotice: (notice: Toast) => void;
  onDone: () => void;
}) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('unlinkChat', { params: { id } }),
    onNotice,
    successText: 'Chat scollegata',
    failureText: 'Errore scollegamento chat',
    invalidates: [queryKeys.linkedChats],
    onSuccess: onDone,
  });
}
