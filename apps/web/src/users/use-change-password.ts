import type { Sent } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { useMutation } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { renewAccessToken } from '../api/session.ts';

type PasswordChange = Sent<Routes['changePassword']>['body'];

/** Changes the user's password. The server ends all sessions with it and answers the token of a new one, which is stored. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (passwords: PasswordChange) =>
      renewAccessToken(async () => {
        const { accessToken } = await callRoute('changePassword', { body: passwords });
        return accessToken;
      }),
  });
}
