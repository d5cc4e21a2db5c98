import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import type { Toast } from '../../ui/toast.tsx';

type OnNotice = { onNotice: (notice: Toast) => void };

/** The persons of the user's Comune; for an admin those of all. */
export function usePeople() {
  return useQuery({
    queryKey: queryKeys.people,
    queryFn: ({ signal }) => callRoute('listPeople', { signal }),
  });
}

/** Adds a person with a log-in of their own. */
export function useCreatePerson({ onNotice }: OnNotice) {
  return useMutationWithNotice({
    mutationFn: (body: Sent<Routes['createPerson']>['body']) => callRoute('createPerson', { body }),
    onNotice,
    successText: 'Persona aggiunta',
    failureText: 'Persona non aggiunta',
    preferServerText: true,
    invalidates: [queryKeys.people],
  });
}

/** Gives a person another duty or another password. */
export function useUpdatePerson({ onNotice }: OnNotice) {
  return useMutationWithNotice({
    mutationFn: ({ id, ...body }: Sent<Routes['updatePerson']>['body'] & { id: number }) =>
      callRoute('updatePerson', { params: { id }, body }),
    onNotice,
    successText: 'Salvato',
    failureText: 'Non salvato',
    preferServerText: true,
    invalidates: [queryKeys.people],
  });
}

/** Removes a person by their id. */
export function useDeletePerson({ onNotice, onDone }: OnNotice & { onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('deletePerson', { params: { id } }),
    onNotice,
    successText: 'Persona tolta: i suoi accessi sono finiti',
    failureText: 'Persona non tolta',
    preferServerText: true,
    invalidates: [queryKeys.people],
    onSuccess: onDone,
  });
}
