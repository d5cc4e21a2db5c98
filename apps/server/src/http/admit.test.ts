import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { admit } from './admit.ts';

const table = Object.entries<Route>(routes);

/** The names of the routes that let a caller in. */
async function openTo(actor: { role: 'admin'; wall?: string }): Promise<string[]> {
  const authenticate = () => Promise.resolve({ actor: { id: 1, username: 'a', ...actor }, sessionId: 1 });
  const request = { headers: { authorization: 'Bearer x' } } as FastifyRequest;
  const refusals = await Promise.all(
    table.map(async ([name, route]) => ({ name, refusal: await admit({ request, route, authenticate }) })),
  );
  for (const { name, refusal } of refusals) {
    if (refusal) expect({ name, refusal }).toMatchObject({ refusal: { code: 'wall-only-watches' } });
  }
  return refusals.flatMap(({ name, refusal }) => (refusal ? [] : [name])).sort();
}

test('a wall, even of an admin, is refused on every route that does not show its screen', async () => {
  expect(await openTo({ role: 'admin' })).toHaveLength(table.length);
  expect(await openTo({ role: 'admin', wall: 'Corridoio' })).toEqual([
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
  ]);
});
