import { deviceRecord } from '@semaforo/testing/factories';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetLiveConnection, noteLiveConnection } from '../live/live-connection.ts';
import { serverNow } from '../platform/server-clock.ts';
import { NOW, SERVER, SIGNALS, setUpDashboard, UP } from '../test/dashboard.tsx';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { DockPlace } from '../ui/dock.tsx';
import { DashboardScreen } from './dashboard.screen.tsx';

setUpDashboard();
const wideWindow = globalThis.matchMedia;
beforeEach(() => {
  globalThis.matchMedia = (media) => Object.assign(wideWindow(media), { matches: false });
});
afterEach(() => {
  globalThis.matchMedia = wideWindow;
  forgetLiveConnection();
});

function WithDock() {
  const [dock, setDock] = useState<HTMLElement | null>(null);
  return (
    <MemoryRouter>
      <DockPlace value={dock}>
        <DashboardScreen />
      </DockPlace>
      <div ref={setDock} />
    </MemoryRouter>
  );
}

function openPhone(answers: Answers = {}) {
  const server = fakeServer({ ...SERVER, ...answers });
  return { server, ...showWithCache(<WithDock />) };
}

const bar = () => screen.getByRole('region', { name: 'Comandi' });

test('on a phone the colors open as a sheet above the bar, and close once one is picked', async () => {
  const { server } = openPhone({ sendCommand: 'silent' });
  await screen.findByRole('article', { name: 'Stazione' });
  await screen.findByRole('region', { name: 'Comandi' });
  await userEvent.click(within(bar()).getByRole('button', { name: 'Imposta' }));
  const sheet = within(screen.getByRole('region', { name: 'Imposta' }));
  expect(await sheet.findByText(/Il comando raggiungerà/)).toHaveTextContent('3 semafori');
  await userEvent.click(sheet.getByRole('button', { name: 'Rosso' }));
  await vi.waitFor(() => expect(server.callsOf('sendCommand')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Imposta' })).toBeNull();
  expect(within(bar()).getByRole('button', { name: 'Imposta' })).toHaveFocus();
});

test('of Imposta and Pianifica only one is open', async () => {
  openPhone();
  await screen.findByRole('article', { name: 'Stazione' });
  await screen.findByRole('region', { name: 'Comandi' });
  await userEvent.click(within(bar()).getByRole('button', { name: 'Imposta' }));
  await userEvent.click(within(bar()).getByRole('button', { name: 'Pianifica' }));
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
  expect(await screen.findByRole('form', { name: 'Pianifica' })).toBeVisible();
  await userEvent.click(within(bar()).getByRole('button', { name: 'Imposta' }));
  expect(screen.queryByRole('form', { name: 'Pianifica' })).toBeNull();
});

test('the problems stand above the cards with their reasons, and the bar counts them and leads there', async () => {
  const desired = {
    value: 'rosso',
    since: '2026-11-20T01:33:12.000Z',
    by: 'valdombra',
    source: 'command',
    reasserted: 0,
  } as const;
  const [, ...others] = SIGNALS;
  const station = deviceRecord({ topic: '/3/v/s1', device_name: 'Stazione', desired, out_of_sync: true });
  openPhone({ listDeviceStatuses: [200, [station, ...others]] });
  const list = within(await screen.findByRole('region', { name: 'Problemi 2 di 3 semafori' }));
  const [argine, stazione] = list.getAllByRole('link');
  expect(argine).toHaveTextContent('ArgineSilenzioso');
  expect(stazione).toHaveTextContent('Mostra verde invece di rosso, chiesto alle 02:33');
  expect(argine).toHaveAttribute('href', '/devices/2');
  await userEvent.click(within(bar()).getByRole('button', { name: 'Problemi: 2' }));
  expect(screen.getByRole('heading', { name: /^Problemi/ })).toHaveFocus();
});

test('without a problem the bar says so, and there is no list', async () => {
  openPhone({ listDeviceStatuses: [200, SIGNALS.filter(({ error }) => !error)] });
  await screen.findByRole('article', { name: 'Stazione' });
  await screen.findByRole('region', { name: 'Comandi' });
  expect(within(bar()).getByRole('button', { name: 'Nessun problema' })).toBeVisible();
  expect(screen.queryByRole('region', { name: /^Problemi/ })).toBeNull();
});

test('a broker that is down takes Imposta away, leaves Pianifica, and is said with its age', async () => {
  const { socket } = openPhone();
  await screen.findByRole('article', { name: 'Stazione' });
  await screen.findByRole('region', { name: 'Comandi' });
  expect(screen.queryByText(/MQTT disconnesso/)).toBeNull();
  const since = new Date(Date.parse(NOW) - 120_000).toISOString();
  act(() => socket.broker_status({ ...UP, connected: false, since }));
  expect(await screen.findByText(/^MQTT disconnesso da 2 min/)).toBeVisible();
  expect(screen.getByText('Imposta torna disponibile quando MQTT è connesso')).toBeVisible();
  expect(within(bar()).getByRole('button', { name: 'Imposta' })).toBeDisabled();
  expect(within(bar()).getByRole('button', { name: 'Pianifica' })).toBeEnabled();
});

test('a cut link takes both away', async () => {
  openPhone();
  await screen.findByRole('article', { name: 'Stazione' });
  await screen.findByRole('region', { name: 'Comandi' });
  act(() => noteLiveConnection(false, serverNow()));
  expect(screen.getByText('Imposta e Pianifica tornano quando il collegamento riprende')).toBeVisible();
  for (const name of ['Imposta', 'Pianifica'])
    expect(within(bar()).getByRole('button', { name })).toBeDisabled();
});

test('the bot is said to be silent only where it ever ran', async () => {
  const { queryClient, unmount } = openPhone();
  await screen.findByRole('article', { name: 'Stazione' });
  await screen.findByRole('region', { name: 'Comandi' });
  expect(screen.queryByText(/Telegram non invia/)).toBeNull();
  queryClient.clear();
  unmount();
  localStorage.setItem('bot-seen', 'true');
  openPhone();
  expect(await screen.findByText('Telegram non invia')).toBeVisible();
});
