import { useMutation, useQuery } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { noteIdentitySession } from '../../api/identity-session.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { storeAccessToken } from '../../api/session.ts';
import { noteSecondFactorDemand } from '../../api/session-demand.ts';
import { useMutationWithNotice } from '../../api/use-mutation-with-notice.ts';
import type { Toast } from '../../ui/toast.tsx';
import { askForPasskey, makePasskey } from './browser-passkeys.ts';

/** The user's passkeys. */
export function usePasskeys() {
  return useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: ({ signal }) => callRoute('listPasskeys', { signal }),
  });
}

/** Makes a passkey of that name; the answer has the recovery codes of who had none. */
export function useAddPasskey({ onNotice }: { onNotice: (notice: Toast) => void }) {
  return useMutationWithNotice({
    mutationFn: async (name: string) => callRoute('addPasskey', { body: { ...(await makePasskey()), name } }),
    onNotice,
    successText: 'Passkey aggiunta',
    failureText: 'Passkey non aggiunta: riprova, o scegli un dispositivo che non ne ha una qui',
    preferServerText: true,
    // All that was refused until now is read again.
    invalidates: [[]],
    onSuccess: () => noteSecondFactorDemand(false),
  });
}

/** Removes a passkey. */
export function useDeletePasskey(options: { onNotice: (notice: Toast) => void; onDone: () => void }) {
  return useMutationWithNotice({
    mutationFn: (id: number) => callRoute('deletePasskey', { params: { id } }),
    onNotice: options.onNotice,
    successText: 'Passkey tolta: da adesso non apre più',
    failureText: 'Passkey non tolta',
    preferServerText: true,
    invalidates: [queryKeys.passkeys, queryKeys.secondFactor],
    onSuccess: options.onDone,
  });
}

/** Logs in by a passkey, of that user when one has begun, and stores the access token. */
export function usePasskeyLogIn() {
  return useMutation({
    mutationFn: async (username?: string) => {
      const proof = await askForPasskey();
      return callRoute('openPasskeySession', {
        body: { ...proof, ...(username !== undefined && { username }) },
      });
    },
    onSuccess: ({ accessToken }) => {
      noteIdentitySession(false);
      storeAccessToken(accessToken);
    },
  });
}
