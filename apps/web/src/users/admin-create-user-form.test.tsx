import { user } from '@semaforo/testing/factories';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, type Reply } from '../test/fake-server.ts';
import { Noticed } from '../test/noticed.tsx';
import { showWithCache } from '../test/show-with-cache.tsx';
import { AdminCreateUserForm } from './admin-create-user-form.tsx';

async function createUser(answer: Reply<'createUser'>) {
  const server = fakeServer({ createUser: answer });
  showWithCache(<Noticed>{(notify) => <AdminCreateUserForm onNotice={notify} />}</Noticed>);
  await userEvent.type(screen.getByLabelText('Username'), 'montebruno');
  await userEvent.type(screen.getByLabelText('Password'), 'una frase lunga');
  await userEvent.click(screen.getByRole('button', { name: 'Crea Utente' }));
  await waitFor(() => expect(server.callsOf('createUser')).toHaveLength(1));
  return server.bodiesOf('createUser');
}

test('a new user has the role user by default, and the form is emptied', async () => {
  const sent = await createUser([201, user({ id: 9, username: 'montebruno' })]);
  expect(sent).toEqual([{ username: 'montebruno', password: 'una frase lunga', role: 'user' }]);
  expect(await screen.findByRole('status')).toHaveTextContent('Utente creato con successo');
  expect(screen.getByLabelText('Username')).toHaveValue('');
});

test('a refused user shows the server’s sentence, and the input stays', async () => {
  await createUser([409, { error: 'Questo username esiste già', code: 'username-taken' }]);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^Questo username esiste già$/);
  expect(screen.getByLabelText('Username')).toHaveValue('montebruno');
});

test('a password that the contract refuses is not sent', async () => {
  const server = fakeServer({});
  showWithCache(<Noticed>{(notify) => <AdminCreateUserForm onNotice={notify} />}</Noticed>);
  await userEvent.type(screen.getByLabelText('Username'), 'montebruno');
  await userEvent.type(screen.getByLabelText('Password'), 'corta');
  await userEvent.click(screen.getByRole('button', { name: 'Crea Utente' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('La password deve avere almeno 8 caratteri');
  expect(server.calls).toEqual([]);
});
