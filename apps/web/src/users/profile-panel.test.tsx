import { user } from '@semaforo/testing/factories';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { readAccessToken, storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { ProfilePanel } from './profile-panel.tsx';

const SETTINGS = {
  settings: [
    { key: 'map_center_lat', value: '44.5' },
    { key: 'nota', value: '<b>x</b>' },
  ],
};
const USER = { getMe: [200, user({ id: 2 })] } satisfies Answers;
const ADMIN = {
  getMe: [200, user({ username: 'admin', role: 'admin' })],
  listMySettings: [200, SETTINGS],
} satisfies Answers;

beforeEach(() => {
  storeAccessToken('t1');
  vi.spyOn(console, 'warn').mockReturnValue();
});

async function changePassword(newPassword = 'la nuova frase') {
  await userEvent.type(await screen.findByLabelText('Password attuale'), 'la vecchia');
  await userEvent.type(screen.getByLabelText('Nuova password'), newPassword);
  await userEvent.click(screen.getByRole('button', { name: 'Aggiorna' }));
}

test('a changed password is confirmed and the new session’s token is kept', async () => {
  const server = fakeServer({ ...USER, changePassword: [200, { accessToken: 't2' }] });
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await changePassword();
  expect(await screen.findByText('✅ Password cambiata con successo!')).toBeVisible();
  expect(readAccessToken()).toBe('t2');
  expect(screen.getByLabelText('Nuova password')).toHaveValue('');
  expect(server.bodiesOf('changePassword')).toEqual([
    { currentPassword: 'la vecchia', newPassword: 'la nuova frase' },
  ]);
});

test('a refused password change shows the server’s sentence', async () => {
  fakeServer({
    ...USER,
    changePassword: [422, { error: 'La password attuale non è giusta', code: 'wrong-password' }],
  });
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await changePassword();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('❌ Errore nel cambio password.')).toBeVisible();
  expect(alert.getByText('La password attuale non è giusta')).toBeVisible();
  expect(readAccessToken()).toBe('t1');
});

test('a new password that the contract refuses is not sent', async () => {
  const server = fakeServer(USER);
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await changePassword('corta');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('❌ Errore nel cambio password.')).toBeVisible();
  expect(alert.getByText('La password deve avere almeno 8 caratteri')).toBeVisible();
  await userEvent.click(alert.getByRole('button', { name: 'Chiudi' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.callsOf('changePassword')).toEqual([]);
});

test('both passwords are required', () => {
  fakeServer(USER);
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  expect(screen.getByLabelText('Password attuale')).toBeRequired();
  expect(screen.getByLabelText('Nuova password')).toBeRequired();
});

test('a user sees no settings tab, and neither does an admin without settings', async () => {
  fakeServer({ ...ADMIN, ...USER });
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  expect(await screen.findAllByRole('tab')).toHaveLength(3);

  const server = fakeServer({ ...ADMIN, listMySettings: [200, { settings: [] }] });
  const { queryClient } = showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await waitFor(() => expect(server.calls).toHaveLength(2));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('tab', { name: 'Impostazioni' })).toBeNull();
});

test('an admin edits the settings, which are saved once confirmed', async () => {
  const server = fakeServer({ ...ADMIN, saveMySettings: [200, SETTINGS] });
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await userEvent.click(await screen.findByRole('tab', { name: 'Impostazioni' }));
  expect(screen.getByLabelText('nota')).toHaveValue('<b>x</b>');
  const latitude = screen.getByLabelText('map_center_lat');
  await userEvent.clear(latitude);
  await userEvent.type(latitude, '45');
  await userEvent.click(screen.getByRole('button', { name: 'Salva Impostazioni' }));
  expect(screen.getByRole('heading', { name: 'Confermi salvataggio impostazioni?' })).toBeVisible();
  const saved = () => server.bodiesOf('saveMySettings');
  expect(saved()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText('✅ Impostazioni aggiornate con successo!')).toBeVisible();
  expect(saved()).toEqual([{ map_center_lat: '45', nota: '<b>x</b>' }]);
});

test('a failed saving of the settings shows an alert', async () => {
  fakeServer(ADMIN);
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await userEvent.click(await screen.findByRole('tab', { name: 'Impostazioni' }));
  fakeServer({ ...ADMIN, saveMySettings: [400, { error: 'Valore troppo lungo', code: 'invalid' }] });
  await userEvent.click(screen.getByRole('button', { name: 'Salva Impostazioni' }));
  await userEvent.click(screen.getByRole('button', { name: 'Salva' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('❌ Errore aggiornamento impostazioni.')).toBeVisible();
  expect(alert.getByText('Valore troppo lungo')).toBeVisible();
});

test('a channel that the contract refuses is not saved', async () => {
  const settings = { settings: [{ key: 'telegram_channel', value: 'valdombra' }] };
  const server = fakeServer({ ...ADMIN, listMySettings: [200, settings] });
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await userEvent.click(await screen.findByRole('tab', { name: 'Impostazioni' }));
  await userEvent.click(screen.getByRole('button', { name: 'Salva Impostazioni' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('❌ Errore aggiornamento impostazioni.')).toBeVisible();
  expect(alert.getByText(/^Il canale Telegram si scrive @nome/)).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(server.callsOf('saveMySettings')).toEqual([]);
});

test('everyone has the Telegram tab; it is the last one', async () => {
  fakeServer(ADMIN);
  showWithCache(<ProfilePanel telegram="Le proprie chat" />);
  await screen.findByRole('tab', { name: 'Impostazioni' });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Password',
    'Impostazioni',
    'Sessioni e accesso',
    'Telegram',
  ]);
  await userEvent.click(screen.getByRole('tab', { name: 'Telegram' }));
  expect(screen.getByRole('tabpanel', { name: 'Telegram' })).toHaveTextContent('Le proprie chat');
});
