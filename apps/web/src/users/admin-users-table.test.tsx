import type { Answer } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { user } from '@semaforo/testing/factories';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Answers, fakeServer, type Refusal } from '../test/fake-server.ts';
import { Noticed } from '../test/noticed.tsx';
import { showWithCache } from '../test/show-with-cache.tsx';
import { useUsers } from './admin-users.queries.ts';
import { AdminUsersTable } from './admin-users-table.tsx';

const VALDOMBRA = user({ id: 4 });
const USERS: Answer<Routes['listUsers']> = {
  users: [
    { ...VALDOMBRA, devices: [] },
    { id: 1, username: 'admin', role: 'admin', devices: [] },
    { id: 3, username: 'Rivachiara', role: 'user', devices: [] },
  ],
};
const refused: Refusal = [409, { error: 'Non puoi eliminare te stesso', code: 'own-account' }];

function open(answers: Answers = {}) {
  const server = fakeServer({ listUsers: [200, USERS], ...answers });
  const onSelect = vi.fn();
  showWithCache(<Noticed>{(notify) => <Users onNotice={notify} onSelect={onSelect} />}</Noticed>);
  return { server, onSelect };
}

function Users(props: Pick<Parameters<typeof AdminUsersTable>[0], 'onNotice' | 'onSelect'>) {
  const { data: users = [] } = useUsers();
  return (
    <AdminUsersTable users={users} selectedId={null} settingsOpen={false} onSettings={vi.fn()} {...props} />
  );
}

async function rowOf(username: string) {
  return within(await screen.findByRole('row', { name: new RegExp(username) }));
}

async function openPasswordForm(entries: { password: string; repeated: string }) {
  await userEvent.click((await rowOf('valdombra')).getByRole('button', { name: 'Cambia Password' }));
  await userEvent.type(screen.getByLabelText('Nuova password'), entries.password);
  await userEvent.type(screen.getByLabelText('Conferma password'), entries.repeated);
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
}

test('users are sorted by username and found in any case', async () => {
  open();
  await rowOf('admin');
  const usernames = () =>
    screen.getAllByRole('button', { pressed: false }).map((button) => button.textContent);
  expect(usernames()).toEqual(['admin', 'Rivachiara', 'valdombra']);
  await userEvent.type(screen.getByPlaceholderText('Cerca utente'), 'RIVA');
  expect(usernames()).toEqual(['Rivachiara']);
});

test('users are sorted by role from the head of that column', async () => {
  open();
  await rowOf('admin');
  await userEvent.click(screen.getByRole('button', { name: 'Ruolo' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ruolo' }));
  const usernames = screen.getAllByRole('button', { pressed: false }).map((button) => button.textContent);
  expect(usernames).toEqual(['Rivachiara', 'valdombra', 'admin']);
});

test('the username is a button that selects the user', async () => {
  const { onSelect } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'valdombra' }));
  expect(onSelect).toHaveBeenCalledWith(4);
});

test('a user is deleted only after a confirmation', async () => {
  const { server } = open({ deleteUser: [204, null] });
  const deletions = () => server.bodiesOf('deleteUser').length;
  await userEvent.click((await rowOf('valdombra')).getByRole('button', { name: 'Elimina' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Confermi eliminazione utente?' }));
  // What loses something for good looks like a danger in the question too.
  expect(dialog.getByRole('button', { name: 'Elimina' }).className).toContain('danger');
  await userEvent.click(dialog.getByRole('button', { name: 'Annulla' }));
  expect(deletions()).toBe(0);

  await userEvent.click((await rowOf('valdombra')).getByRole('button', { name: 'Elimina' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Elimina' }));
  await waitFor(() => expect(deletions()).toBe(1));
});

test('a refused deletion shows the server’s reason', async () => {
  open({ deleteUser: refused });
  await userEvent.click((await rowOf('admin')).getByRole('button', { name: 'Elimina' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Elimina' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Errore cancellazione utente')).toBeVisible();
  expect(alert.getByText('Non puoi eliminare te stesso')).toBeVisible();
});

test('a new password typed differently twice is not sent', async () => {
  const { server } = open();
  await openPasswordForm({ password: 'una frase lunga', repeated: 'una frase corta' });
  expect(await screen.findByText('Le password non coincidono')).toBeVisible();
  expect(server.bodiesOf('resetPassword')).toEqual([]);
});

test('a new password is sent, the form closes and the focus goes back to its opener', async () => {
  const { server } = open({ resetPassword: [200, VALDOMBRA] });
  await openPasswordForm({ password: 'una frase lunga', repeated: 'una frase lunga' });
  expect(await screen.findByText('Password aggiornata con successo')).toBeVisible();
  expect(server.bodiesOf('resetPassword')).toEqual([{ password: 'una frase lunga' }]);
  expect(screen.queryByLabelText('Conferma password')).toBeNull();
  expect((await rowOf('valdombra')).getByRole('button', { name: 'Cambia Password' })).toHaveFocus();
});

test.each([
  [
    'the server’s sentence',
    [422, { error: 'La password è troppo comune', code: 'x' }],
    'La password è troppo comune',
  ],
  ['the catalogue when the server is silent', [500, {}], 'Errore aggiornamento password'],
] satisfies [string, Refusal, string][])('a refused password is told by %s', async (_by, answer, text) => {
  open({ resetPassword: answer });
  await openPasswordForm({ password: 'password', repeated: 'password' });
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

test('the second factor of a user is reset after a confirmation, and a refusal is said in the server’s words', async () => {
  const sentence = 'Questo utente non ha un secondo fattore';
  const { server } = open({ resetSecondFactor: [409, { error: sentence, code: 'second-factor-off' }] });
  await userEvent.click((await rowOf('valdombra')).getByRole('button', { name: 'Cambia Password' }));
  await userEvent.click(screen.getByRole('button', { name: 'Azzera secondo fattore' }));
  expect(server.callsOf('resetSecondFactor')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Azzera' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(server.callsOf('resetSecondFactor')).toHaveLength(1);
});
