import { screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { managedDevice } from '../test/managed-device.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { DeviceScreen } from './device.screen.tsx';

const NOW = '2026-11-20T03:00:00.000Z';

function open(answers: Answers) {
  const server = fakeServer({
    getBrokerStatus: [200, { connected: true, since: NOW, reason: null, sharedLogin: false, now: NOW }],
    listDeviceStatuses: [200, []],
    ...answers,
  });
  showWithCache(
    <MemoryRouter initialEntries={['/devices/7']}>
      <Routes>
        <Route path="/devices/:id" element={<DeviceScreen />} />
      </Routes>
    </MemoryRouter>,
  );
  return server;
}

test('a device shows what it is, its last state with its age, and its credentials', async () => {
  const device = managedDevice({ id: 7, error: true, error_reason: 'Dispositivo non in linea' });
  const server = open({ getManagedDevice: [200, { ...device, credentials: null }] });
  expect(await screen.findByRole('heading', { level: 1, name: 'Diga Vecchia' })).toBeVisible();
  expect(server.callsOf('getManagedDevice')[0]?.params).toEqual({ id: '7' });
  const facts = within(screen.getByRole('region', { name: 'Scheda' }));
  expect(facts.getByText('VERDE')).toBeVisible();
  expect(facts.getByText('Dispositivo non in linea')).toBeVisible();
  expect(facts.getAllByText(/^20\/11\/2026, 03:00:00 · .+ fa$/)).toHaveLength(2);
  expect(facts.getByText('valdombra')).toBeVisible();
  expect(facts.getByText('44.5, 9.1')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Credenziali' })).getByText('Nessuna')).toBeVisible();
});

test('a device that was never heard says so', async () => {
  const silent = { status: null, status_updated_at: null, metrics_updated_at: null, latitude: null };
  open({ getManagedDevice: [200, { ...managedDevice(silent), credentials: null }] });
  expect(await screen.findByText('mai sentito')).toBeVisible();
  expect(screen.getAllByText('nessuna')).toHaveLength(2);
});

test('a device that does not exist is said not to be found, with a way to try again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open({ getManagedDevice: [404, { error: 'Non trovato', code: 'not-found' }] });
  expect(await screen.findByText(/Errore caricamento dispositivo. Non trovato/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Riprova' })).toBeVisible();
});
