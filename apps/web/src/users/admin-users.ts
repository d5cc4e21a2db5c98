import type { Answer, Sent } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { useToldMutation } from '../api/use-told-mutation.ts';
import type { Notice } from '../ui/notice.tsx';

/** A user with their devices, as an admin sees them. */
export type AdministeredUser = Answer<typeof routes.listUsers>['users'][number];

type NewUser = Sent<typeof routes.createUser>['body'];
type Telling = { onNotice: (notice: Notice) => void };

/** All users, sorted by username. */
export function useUsers() {
  return useQuery({
    queryKey: queryKeys.users,
    queryFn: ({ signal }) => callRoute(routes.listUsers, { signal }),
    select: sortedUsers,
  });
}

function sortedUsers({ users }: { users: AdministeredUser[] }): AdministeredUser[] {
  return users.toSorted((a, b) => byItalianOrder(a.username, b.username));
}

/** Creates a user. */
export function useCreateUser({ onNotice }: Telling) {
  return useToldMutation({
    act: (body: NewUser) => callRoute(routes.createUser, { body }),
    onNotice,
    success: 'Utente creato con successo',
    failure: 'Errore creazione utente',
    serverFirst: true,
    outdated: [queryKeys.users],
  });
}

/** Deletes a user, whose devices stay without owner. */
export function useDeleteUser({ onNotice, onDone }: Telling & { onDone: () => void }) {
  return useToldMutation({
    act: (id: number) => callRoute(routes.deleteUser, { params: { id } }),
    onNotice,
    failure: 'Errore cancellazione utente',
    outdated: [queryKeys.users, queryKeys.managedDevices, queryKeys.schedules],
    onDone,
  });
}

/** Gives a user a new password. */
export function useResetPassword({ onNotice }: Telling) {
  return useToldMutation({
    act: ({ id, password }: { id: number; password: string }) =>
      callRoute(routes.resetPassword, { params: { id }, body: { password } }),
    onNotice,
    success: 'Password aggiornata con successo',
    failure: 'Errore aggiornamento password',
    serverFirst: true,
    outdated: [],
  });
}
