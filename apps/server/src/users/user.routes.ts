import type { apiKeyRoutes } from '@semaforo/contract/api/api-keys';
import type { firstStepRoutes } from '@semaforo/contract/api/first-steps';
import type { kioskRoutes } from '@semaforo/contract/api/kiosks';
import type { oidcRoutes } from '@semaforo/contract/api/oidc';
import type { passkeyRoutes } from '@semaforo/contract/api/passkeys';
import type { peopleRoutes } from '@semaforo/contract/api/people';
import type { userRoutes } from '@semaforo/contract/api/users';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import type { FirstStepsRepository } from './first-steps.repository.ts';
import type { LogIn } from './log-in.ts';
import type { SecondFactorManagement } from './manage-second-factor.ts';
import type { SessionManagement } from './manage-sessions.ts';
import type { UserManagement } from './manage-users.ts';
import type { UsersRepository } from './users.repository.ts';

export function createUserHandlers(options: {
  repository: Pick<UsersRepository, 'listWithDevices'>;
  logIn: LogIn;
  management: UserManagement;
  sessions: SessionManagement;
  secondFactor: SecondFactorManagement;
  firstSteps: FirstStepsRepository;
  walls: Handlers<typeof kioskRoutes>;
  people: Handlers<typeof peopleRoutes>;
  apiKeys: Handlers<typeof apiKeyRoutes>;
  oidc: Handlers<typeof oidcRoutes>;
  passkeys: Handlers<typeof passkeyRoutes>;
}): Handlers<
  typeof userRoutes &
    typeof firstStepRoutes &
    typeof kioskRoutes &
    typeof peopleRoutes &
    typeof apiKeyRoutes &
    typeof oidcRoutes &
    typeof passkeyRoutes
> {
  const { management, sessions, secondFactor } = options;
  return {
    ...options.walls,
    ...options.people,
    ...options.apiKeys,
    ...options.oidc,
    ...options.passkeys,
    logIn: async ({ body, address, browser }) =>
      revealed(await options.logIn({ ...body, password: new Secret(body.password), address, browser })),
    getMe: ({ actor: { devices: _devices, key, ...actor } }) => ({
      ...actor,
      ...(key && { key: { id: key.id, scopes: [...key.scopes] } }),
    }),
    logOut: sessions.logOut,
    listSessions: sessions.list,
    endOtherSessions: sessions.endOthers,
    endSession: (call) => sessions.end(call.params.id, call),
    changePassword: async ({ actor, address, sessionId, browser, body }) => {
      const currentPassword = new Secret(body.currentPassword);
      const newPassword = new Secret(body.newPassword);
      const request = { actor, address, sessionId, browser, currentPassword, newPassword };
      return revealed(await management.changePassword(request));
    },
    proveAgain: (call) => secondFactor.prove(call.body, call),
    getSecondFactor: secondFactor.describe,
    beginSecondFactor: secondFactor.begin,
    confirmSecondFactor: (call) => secondFactor.confirm(call.body.code, call),
    disableSecondFactor: (call) =>
      secondFactor.disable({ ...call.body, password: new Secret(call.body.password) }, call),
    resetSecondFactor: (call) => secondFactor.reset(call.params.id, authorOf(call)),
    getFirstSteps: ({ actor }) => options.firstSteps.read(actor.id),
    listUsers: async () => ({ users: await options.repository.listWithDevices() }),
    createUser: (call) =>
      management.create({ ...call.body, password: new Secret(call.body.password) }, authorOf(call)),
    deleteUser: (call) => management.delete(call.params.id, authorOf(call)),
    resetPassword: (call) =>
      management.resetPassword(call.params.id, new Secret(call.body.password), authorOf(call)),
  };
}

/** A new token, for whom it was made. */
function revealed(made: { accessToken: Secret } | Refusal): { accessToken: string } | Refusal {
  return made instanceof Refusal ? made : { accessToken: made.accessToken.reveal() };
}
