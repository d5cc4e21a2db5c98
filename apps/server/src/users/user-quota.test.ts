import { insertUsers } from '@semaforo/testing/rows';
import { expect, test } from 'vitest';
import { startApi } from '../../test/api-server.ts';
import { testEngines } from '../../test/test-database.ts';
import { USERS_AT_MOST } from './manage-users.ts';

test.each(testEngines())('there are at most ten thousand users on %s', async (engine) => {
  const api = await startApi(engine);
  await api.addUser('admin', 'admin');
  const admin = await api.logIn('admin');
  const [one] = await insertUsers(
    api.database.db,
    Array.from({ length: USERS_AT_MOST - 1 }, (_, index) => `comune-${index}`),
  );
  const create = () =>
    admin.attempt('createUser', { body: { username: 'di-troppo', password: 'parola-lunga-di-prova' } });
  expect(await create()).toMatchObject({
    status: 409,
    error: {
      code: 'too-many-users',
      message: 'Ci sono già 10.000 utenti: eliminane qualcuno prima di aggiungerne altri',
    },
  });
  await admin('deleteUser', { params: { id: one ?? 0 } });
  expect(await create()).toMatchObject({ status: 201 });
  await api.stop();
});
