import type { Answer } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { managedDevice } from '@semaforo/testing/factories';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { ManagementScreen } from './management.screen.tsx';

const USERS: Answer<Routes['listUsers']>['users'] = [
  { id: 1, username: 'admin', role: 'admin', devices: [] },
  { id: 4, username: 'valdombra', role: 'user', devices: [] },
];

const NOW = '2026-11-20T03:00:00.000Z';

function open(path: string, answers: Answers = {}) {
  fakeServer({
    listUsers: [200, { users: USERS }],
    listManagedDevices: [200, { devices: [managedDevice(), managedDevice({ id: 2, userId: null })] }],
    listUserSettings: [200, { settings: [] }],
    getBrokerStatus: [200, { connected: true, since: NOW, reason: null, sharedLogin: false, now: NOW }],
    ...answers,
  });
  showWithCache(
    <MemoryRouter initialEntries={[path]}>
      <ManagementScreen />
    </MemoryRouter>,
  );
}

test('selecting a user shows their devices and proposes them as the owner of a new one', async () => {
  open('/gestisci');
  await userEvent.click(await screen.findByRole('button', { name: 'valdombra' }));
  expect(await screen.findByRole('table', { name: 'Dispositivi di valdombra' })).toBeVisible();
  expect(screen.getByLabelText('Utente')).toHaveValue('4');
});

test('settings are those of the selected user, and close when another is selected', async () => {
  open('/gestisci');
  const [ofAdmin] = await screen.findAllByRole('button', { name: 'Impostazioni' });
  if (ofAdmin) await userEvent.click(ofAdmin);
  expect(await screen.findByRole('heading', { name: 'Impostazioni di admin' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'valdombra' }));
  expect(screen.queryByRole('heading', { name: /Impostazioni di/ })).toBeNull();
  expect(screen.queryByRole('table', { name: 'Dispositivi di admin' })).toBeNull();
});

test('devices without an owner can be opened and assigned', async () => {
  open('/gestisci');
  expect(await screen.findByRole('table', { name: 'Dispositivi di Sconosciuto' })).toBeVisible();
});

test('a failed reading of the users shows an alert', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open('/gestisci', { listUsers: [403, { error: 'Vietato', code: 'forbidden' }] });
  expect(await screen.findByText('Accesso negato o errore nel caricamento.')).toBeVisible();
  // How many there are is not known then.
  expect(screen.queryByText('Nessun utente trovato.')).toBeNull();
});

test('no two regions of the tab have the same name, and each cell of a card names its column', async () => {
  open('/gestisci');
  const [ofAdmin] = await screen.findAllByRole('button', { name: 'Impostazioni' });
  if (ofAdmin) await userEvent.click(ofAdmin);
  await screen.findByRole('heading', { name: 'Impostazioni di admin' });
  await screen.findByRole('table', { name: 'Dispositivi di Sconosciuto' });
  const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect(names).toContain('Utenti');
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  const unnamed = screen.getAllByRole('cell').filter((cell) => !cell.hasAttribute('data-l'));
  expect(unnamed).toEqual([]);
});

test('the address of the broker opens its tab', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open('/gestisci/mqtt');
  expect(screen.getByRole('tab', { name: 'MQTT' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByText(/Stato connessione/)).toBeVisible();
});

test('the tab that was chosen is in the address, so a reload opens it again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open('/gestisci?scheda=mqtt');
  expect(screen.getByRole('tab', { name: 'MQTT' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('tab', { name: 'Utenti' }));
  expect(screen.getByRole('tab', { name: 'Utenti' })).toHaveAttribute('aria-selected', 'true');
});
