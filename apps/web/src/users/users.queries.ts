import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { noteIdentitySession } from '../api/identity-session.ts';
import { queryKeys } from '../api/query-keys.ts';
import { renewAccessToken, storeAccessToken, useAccessToken } from '../api/session.ts';

export type Credentials = Sent<Routes['logIn']>['body'];
type PasswordChange = Sent<Routes['changePassword']>['body'];
export type SettingsByKey = Sent<Routes['saveMySettings']>['body'];

/** The user who is logged in, as the server says; asked only while a token is stored. */
export function useCurrentUser() {
  const token = useAccessToken();
  return useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => callRoute('getMe', { signal }),
    enabled: token !== null,
  });
}

/** True of a person whose duty is to read: nothing is commanded in their name. */
export function useOnlyReads(): boolean {
  return useCurrentUser().data?.person?.duty === 'read';
}

/** Logs in and stores the access token. */
export function useLogIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) => callRoute('logIn', { body: credentials }),
    onSuccess: ({ accessToken }) => {
      noteIdentitySession(false);
      storeAccessToken(accessToken);
    },
  });
}

/** Changes the user's password. The server ends all sessions and answers the token of a new one, which is stored. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (passwords: PasswordChange) =>
      renewAccessToken(async () => {
        const { accessToken } = await callRoute('changePassword', { body: passwords });
        return accessToken;
      }),
  });
}

/** Saves the user's settings; the components that show them read them again. */
export function useSaveMySettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: SettingsByKey) => callRoute('saveMySettings', { body: settings }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.mySettings }),
  });
}
