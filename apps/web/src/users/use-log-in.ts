import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { storeAccessToken } from '../api/session.ts';

type Credentials = Sent<Routes['logIn']>['body'];

/** Logs in and stores the access token. */
export function useLogIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) => callRoute('logIn', { body: credentials }),
    onSuccess: ({ accessToken }) => storeAccessToken(accessToken),
  });
}
