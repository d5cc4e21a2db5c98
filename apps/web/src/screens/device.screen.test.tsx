import type { DevicePageRecord } from '@semaforo/contract/api/device-past';
import { deviceRecord, lampsWith, managedDevice, user } from '@semaforo/testing/factories';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { DeviceScreen } from './device.screen.tsx';

const NOW = '2026-11-20T03:00:00.000Z';

function open(answers: Answers) {
  const server = fakeServer({
    getBrokerStatus: [200, { connected: true, since: NOW, reason: null, sharedLogin: false, now: NOW }],
    listDeviceStatuses: [200, []],
    getMe: [200, user({ username: 'admin', role: 'admin' })],
    getDevicePast: [200, { reports: [], commands: [], errors: [], out_of_sync: [] }],
    getDeviceMetrics: [200, { points: [] }],
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

function pageOf(changes: Partial<DevicePageRecord['device']>): DevicePageRecord {
  const measures = {
    temp: 21.46,
    vcc: 3.3,
    uptime: 45,
    metrics_updated_at: '2026-11-20T02:00:00.000Z',
  };
  return {
    device: deviceRecord(changes),
    username: 'valdombra',
    profile: 'outN',
    notes: null,
    picture_at: null,
    link_policy: { policy: 'keep', after_s: null },
    reported_policy: null,
    ...measures,
  };
}

test('what a board does without a link is chosen, and compared with what it says of itself', async () => {
  storeAccessToken('token');
  const at = '2026-11-20T02:00:00.000Z';
  const chosen = { policy: 'rosso-after' as const, after_s: 7200 };
  const before = { ...pageOf({ id: 7 }), reported_policy: { policy: 'keep' as const, after_s: null, at } };
  const server = open({
    getDevice: [200, before],
    getManagedDevice: [200, { ...managedDevice({ id: 7 }), credentials: null }],
    saveLinkPolicy: [200, { ...before, link_policy: chosen }],
  });
  const panel = within(await screen.findByRole('region', { name: 'Se il collegamento cade' }));
  expect(panel.getByText(/^La scheda ha questa regola/)).toBeVisible();
  await userEvent.click(panel.getByRole('radio', { name: /^Rosso dopo/ }));
  expect(server.callsOf('saveLinkPolicy')[0]?.body).toEqual({ link_policy: 'rosso-after' });
  expect(await panel.findByText(/non l’ha ancora presa: «Tiene l’ultimo colore»/)).toBeVisible();
  expect(panel.getByRole('combobox', { name: 'Dopo quanto' })).toHaveValue('7200');
});

test('a device shows what it is, its last state with its age, and its credentials', async () => {
  storeAccessToken('token');
  const failing = { error: true, error_reason: 'Dispositivo non in linea' };
  const server = open({
    getDevice: [200, pageOf({ id: 7, ...failing, latitude: 44.5, longitude: 9.1 })],
    getManagedDevice: [200, { ...managedDevice({ id: 7 }), credentials: null }],
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Diga Vecchia' })).toBeVisible();
  expect(server.callsOf('getDevice')[0]?.params).toEqual({ id: '7' });
  const facts = within(screen.getByRole('region', { name: 'Scheda' }));
  expect(facts.getByText('VERDE')).toBeVisible();
  expect(facts.getByText('Dispositivo non in linea')).toBeVisible();
  expect(facts.getAllByText(/^20\/11\/2026, 03:00:00 · .+ fa$/)).toHaveLength(2);
  expect(facts.getByText('valdombra')).toBeVisible();
  expect(facts.getByText('44,5000 N, 9,1000 E')).toBeVisible();
  const credentials = await screen.findByRole('region', { name: 'Credenziali' });
  expect(within(credentials).getByText('Nessuna')).toBeVisible();
  const lamps = within(screen.getByRole('region', { name: 'Lampade' }));
  expect(lamps.getByText('ACCESA')).toBeVisible();
  expect(lamps.getAllByText('spenta')).toHaveLength(3);
});

test('a device that was never heard says so', async () => {
  const silent = {
    status: null,
    updated_at: null,
    lamps: lampsWith({}).map((lamp) => ({ ...lamp, on: null, said_at: null })),
  };
  open({ getDevice: [200, { ...pageOf(silent), metrics_updated_at: null }] });
  expect(await screen.findByText('mai sentito')).toBeVisible();
  expect(screen.getAllByText(/^nessuna/)).toHaveLength(2);
  expect(screen.getByText('Mai sentito')).toBeVisible();
  expect(screen.queryByText('OK')).toBeNull();
});

test('a device that does not exist is said not to be found, with a way to try again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open({ getDevice: [404, { error: 'Non trovato', code: 'not-found' }] });
  expect(await screen.findByText(/Errore caricamento dispositivo. Non trovato/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Riprova' })).toBeVisible();
});
