import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetLiveConnection, noteLiveConnection } from '../live/live-connection.ts';
import { serverNow } from '../platform/server-clock.ts';
import { NOW, SERVER, setUpDashboard, UP } from '../test/dashboard.tsx';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { FramePlaces } from '../ui/frame-places.tsx';
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
      <FramePlaces value={{ lines: null, dock }}>
        <DashboardScreen />
      </FramePlaces>
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
  await waitFor(() => expect(server.callsOf('sendCommand')).toHaveLength(1));
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

test('a broker that is down takes Imposta away and leaves Pianifica', async () => {
  const { socket } = openPhone();
  await screen.findByRole('article', { name: 'Stazione' });
  await screen.findByRole('region', { name: 'Comandi' });
  const since = new Date(Date.parse(NOW) - 120_000).toISOString();
  act(() => socket.broker_status({ ...UP, connected: false, since }));
  expect(await screen.findByText('Imposta torna disponibile quando MQTT è connesso')).toBeVisible();
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
