import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import type { Duty } from '@semaforo/contract/domain/duty';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { admit } from './admit.ts';

const table = Object.entries<Route>(routes);

/** The names of the routes that let a caller in. */
async function openTo(
  actor: Omit<Actor, 'id' | 'username'>,
  refusedAs = 'wall-only-watches',
): Promise<string[]> {
  const authenticate = () => Promise.resolve({ actor: { id: 1, username: 'a', ...actor }, sessionId: 1 });
  const request = { headers: { authorization: 'Bearer x' } } as FastifyRequest;
  const refusals = await Promise.all(
    table.map(async ([name, route]) => ({ name, refusal: await admit({ request, route, authenticate }) })),
  );
  for (const { name, refusal } of refusals) {
    if (refusal) expect({ name, code: refusal.code }).toEqual({ name, code: refusedAs });
  }
  return refusals.flatMap(({ name, refusal }) => (refusal ? [] : [name])).sort();
}

test('a wall, even of an admin, is refused on every route that does not show its screen', async () => {
  expect(await openTo({ role: 'admin' })).toHaveLength(table.length);
  expect(await openTo({ role: 'admin', wall: 'Corridoio' })).toEqual([
    'beginPasskeyLogIn',
    'findPublicPages',
    'getBrokerStatus',
    'getBulletinReader',
    'getLastCommand',
    'getLevels',
    'getMe',
    'getMyZones',
    'getPublicSettings',
    'listAlerts',
    'listDeviceStatuses',
    'listFailedCommands',
    'listManagedDevices',
    'logIn',
    'openOidcSession',
    'openPasskeySession',
  ]);
});

test('a person of a Comune is let in to what their duty allows, and nothing acts for one who reads', async () => {
  const ofUsers = table.flatMap(([name, { access }]) => (access === 'admin' ? [] : [name]));
  const open = async (duty: Duty) => {
    const authenticate = () =>
      Promise.resolve({
        actor: { id: 1, username: 'anna', role: 'user' as const, person: { id: 2, duty } },
        sessionId: 1,
      });
    const request = { headers: { authorization: 'Bearer x' } } as FastifyRequest;
    const names = await Promise.all(
      table.map(async ([name, route]) => ((await admit({ request, route, authenticate })) ? [] : [name])),
    );
    return names.flat();
  };
  const [read, operate, manage] = await Promise.all([open('read'), open('operate'), open('manage')]);
  expect(manage).toEqual(ofUsers);
  expect(manage.filter((name) => !operate.includes(name)).sort()).toEqual([
    'addDutyMaintenance',
    'createGroup',
    'createPerson',
    'createWall',
    'deleteGroup',
    'deletePerson',
    'deleteSensorRule',
    'endDutyMaintenance',
    'resumeAfterRestore',
    'revokeWall',
    'saveDuty',
    'saveLinkPolicy',
    'saveMySettings',
    'saveMyZones',
    'saveSensorRule',
    'updateGroup',
    'updatePerson',
  ]);
  // All that one who reads may change is their own account.
  expect(read.filter((name) => routes[name as keyof typeof routes].method !== 'GET').sort()).toEqual([
    'addPasskey',
    'addPushDevice',
    'beginPasskey',
    'beginPasskeyLogIn',
    'beginSecondFactor',
    'changePassword',
    'confirmSecondFactor',
    'createLinkCode',
    'deletePasskey',
    'disableSecondFactor',
    'endOtherSessions',
    'endSession',
    'logIn',
    'logOut',
    'openOidcSession',
    'openPasskeySession',
    'proveAgain',
    'removePushDevice',
    'unlinkChat',
  ]);
});
