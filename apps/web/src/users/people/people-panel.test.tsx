import type { Person } from '@semaforo/contract/api/people';
import { user } from '@semaforo/testing/factories';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeAccessToken } from '../../api/session.ts';
import { type Answers, fakeServer } from '../../test/fake-server.ts';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { PeoplePanel } from './people-panel.tsx';

const ANNA: Person = {
  ...{ id: 5, username: 'anna', duty: 'operate', user_id: 2, comune: 'valdombra', oidc_subject: null },
  ...{ second_factor: false, created_at: '2026-11-22T08:00:00.000Z', last_seen: null },
};
const BRUNO: Person = { ...ANNA, id: 6, username: 'bruno', duty: 'manage' };
const SERVER: Answers = {
  getMe: [200, { ...user(), person: { id: 6, duty: 'manage' } }],
  listPeople: [200, [ANNA, BRUNO]],
  createPerson: [409, { error: 'Esiste già un utente con questo username', code: 'username-taken' }],
  updatePerson: [200, { ...ANNA, duty: 'read' }],
  deletePerson: [204, null],
};

beforeEach(() => storeAccessToken('t1'));

test('a duty is changed in its row, but not that of the person who looks', async () => {
  const server = fakeServer(SERVER);
  showWithCache(<PeoplePanel />);
  await userEvent.selectOptions(await screen.findByLabelText('Compito di anna'), 'read');
  expect(await screen.findByText('Salvato')).toBeVisible();
  expect(server.bodiesOf('updatePerson')).toEqual([{ duty: 'read' }]);
  expect(screen.getByLabelText('Compito di bruno')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Togli bruno' })).toBeNull();
});

test('a refused person keeps what was typed, and says why', async () => {
  const server = fakeServer(SERVER);
  showWithCache(<PeoplePanel comune={{ id: 2, username: 'valdombra' }} />);
  await userEvent.type(await screen.findByLabelText('Nome per entrare'), 'carla');
  await userEvent.type(screen.getByLabelText('Prima password'), 'una-prova-lunga');
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi' }));
  expect(await screen.findByText('Esiste già un utente con questo username')).toBeVisible();
  expect(screen.getByLabelText('Nome per entrare')).toHaveValue('carla');
  expect(server.bodiesOf('createPerson')).toEqual([
    { username: 'carla', password: 'una-prova-lunga', duty: 'operate', user_id: 2 },
  ]);
});

test('a person is removed after a question that says what ends', async () => {
  const server = fakeServer(SERVER);
  showWithCache(<PeoplePanel />);
  await userEvent.click(await screen.findByRole('button', { name: 'Togli anna' }));
  const question = screen.getByRole('alertdialog');
  expect(question).toHaveTextContent('Finiscono subito sessioni, notifiche e chat sue');
  await userEvent.click(within(question).getByRole('button', { name: 'Togli' }));
  expect(await screen.findByText('Persona tolta: i suoi accessi sono finiti')).toBeVisible();
  expect(server.callsOf('deletePerson')[0]?.params).toEqual({ id: '5' });
});
