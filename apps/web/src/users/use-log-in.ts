import type { Sent } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import { useMutation } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { storeAccessToken } from '../api/session.ts';

type Credentials = Sent<typeof routes.logIn>['body'];

/** Logs in and stores the access token. */
export function useLogIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) => callRoute(routes.logIn, { body: credentials }),
    onSuccess: ({ accessToken }) => storeAccessToken(accessToken),
  });
}
