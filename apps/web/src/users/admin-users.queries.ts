import type { Answer, Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useMutationWithNotice } from '../api/use-mutation-with-notice.ts';
import type { Toast } from '../ui/toast.tsx';

/** A user with their devices, as an admin sees them. */
export type AdministeredUser = Answer<Routes['listUsers']>['users'][number];

type NewUser = Sent<Routes['createUser']>['body'];
type NoticeOptions = { onNotice: (notice: Toast) => void };

/** All users, sorted by username. */
export function useUsers() {
  return useQuery({
    queryKey: queryKeys.users,
    queryFn: ({ signal }) => callRoute('listUsers', { signal }),
    select: sortedUsers,
  });
}

function sortedUsers({ users }: { users: AdministeredUser[] }): AdministeredUser[] {
  return users.toSorted((a, b) => byItalianOrder(a.username, b.username));
}

/** Creates a user. */
export function useCreateUser({ onNotice }: NoticeOptions) {
  return useMutationWithNotice({
    mutationFn: (body: NewUser) => callRoute('createUser', { body }),
    onNotice,
    successText: 'Utente creato con successo',
    failureText: 'Errore creazione utente',
    preferServerText: true,
    invalidates: [queryKeys.users],
  });
}

/** Deletes a user. Their devices stay without owner. */
export function useDeleteUser({ onNotice, onDone }: NoticeOptions & { onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('deleteUser', { params: { id } }),
    onNotice,
    failureText: 'Errore cancellazione utente',
    invalidates: [queryKeys.users, queryKeys.managedDevices, queryKeys.schedules],
    onSuccess: onDone,
  });
}

/** Gives a user a new password. */
export function useResetPassword({ onNotice }: NoticeOptions) {
  return useMutationWithNotice({
    mutationFn: ({ id, password }: { id: number; password: string }) =>
      callRoute('resetPassword', { params: { id }, body: { password } }),
    onNotice,
    successText: 'Password aggiornata con successo',
    failureText: 'Errore aggiornamento password',
    preferServerText: true,
    invalidates: [],
  });
}

/** Removes the second factor of a user. */
export function useResetSecondFactor({ onNotice }: NoticeOptions) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('resetSecondFactor', { params: { id } }),
    onNotice,
    successText: 'Secondo fattore azzerato',
    failureText: 'Errore azzeramento secondo fattore',
    preferServerText: true,
    invalidates: [],
  });
}
