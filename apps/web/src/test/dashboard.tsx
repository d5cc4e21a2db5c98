import type { Command } from '@semaforo/contract/api/commands';
import type { CommandProgress } from '@semaforo/contract/live/events';
import { deviceRecord } from '@semaforo/testing/factories';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { noteServerTime, serverNow } from '../platform/server-clock.ts';
import { DashboardScreen } from '../screens/dashboard.screen.tsx';
import { type Answers, fakeServer } from './fake-server.ts';
import { showWithCache } from './show-with-cache.tsx';

export const NOW = '2026-11-20T02:00:00.000Z';
export const UP = { connected: true, since: NOW, reason: null, sharedLogin: false, now: NOW };
/** One confirmed, one in error, one not up to date; and a lantern, which is not the dashboard's. */
export const SIGNALS = [
  deviceRecord({ id: 1, topic: '/3/v/s1', device_name: 'Stazione' }),
  deviceRecord({ id: 2, topic: '/3/v/s2', device_name: 'Argine', error: true, error_reason: 'Silenzioso' }),
  deviceRecord({ id: 3, topic: '/3/v/s3', device_name: 'Ponte', status: 'giallo', stale: true }),
  deviceRecord({ id: 4, topic: '/4/v/l1', device_name: 'Darsena', device_type: 'lanterna' }),
];
export const SERVER: Answers = {
  getBrokerStatus: [200, UP],
  getBotStatus: [200, { running: false }],
  listDeviceStatuses: [200, SIGNALS],
  getLastCommand: [200, null],
  listFailedCommands: [200, []],
  listMySettings: [200, { settings: [] }],
  listGroups: [200, { groups: [] }],
  getMe: [200, { id: 4, username: 'valdombra', role: 'user' }],
};
/** The answer to a command that one of two signals did not confirm. */
export const RESULTS = {
  commandId: 7,
  results: [
    { device: 'Stazione', error: null },
    { device: 'Argine', error: 'Comando non confermato entro 5 s' },
  ],
};

/**
 * Before each test of the file a user is logged in, at NOW; after each, the server's clock and the blinking are reset.
 */
export function setUpDashboard() {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockReturnValue();
    storeAccessToken('t1');
    noteServerTime(NOW);
  });
  afterEach(() => {
    noteServerTime(new Date().toISOString());
    delete document.documentElement.dataset.blink;
  });
}

/**
 * Shows the dashboard over a server that answers as SERVER does, except where `answers` differs. `lines`: what the
 * frame draws above it. `answers` in what comes back may be changed: what is read again is answered by it.
 */
export function openDashboard(answers: Answers = {}, lines: ReactNode = null) {
  const current: Answers = { ...SERVER, ...answers };
  const server = fakeServer(current);
  const screens = (
    <MemoryRouter>
      {lines}
      <DashboardScreen />
    </MemoryRouter>
  );
  return { server, answers: current, ...showWithCache(screens) };
}

/** The first step of a command: opens the colors, and waits until it is known whom they reach. */
export async function openColors() {
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  return screen.findByText(/Il comando raggiungerà/);
}

/** The two steps of a command to all. */
export async function sendRosso() {
  await openColors();
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
}

/** Lets the socket announce that the command which the page sent last was accepted as number 7. */
export async function acceptSentCommand({ server, socket }: ReturnType<typeof openDashboard>) {
  const sent = () => server.callsOf('sendCommand').at(-1);
  await waitFor(() => expect(sent()).toBeDefined());
  const idempotencyKey = sent()?.headers.get('Idempotency-Key') ?? '';
  act(() => socket.command_accepted({ commandId: 7, idempotencyKey }));
}

/** The progress of command 7 as the socket sends it, one delivery per state. */
export function progressOf(...states: CommandProgress['deliveries'][number]['state'][]): CommandProgress {
  return {
    commandId: 7,
    origin: 'operatore',
    sourceId: null,
    username: 'valdombra',
    deviceType: 'semaforo',
    value: 'rosso',
    whom: 'tutti',
    group: null,
    createdAt: new Date(serverNow()).toISOString(),
    total: states.length,
    deliveries: states.map((state, index) => ({
      id: index + 1,
      deviceId: index + 1,
      device: `Segnale ${index + 1}`,
      value: 'rosso',
      state,
      reason: null,
    })),
  };
}

/** What the server says of command 7: the same as that progress. */
export function commandOf(...states: CommandProgress['deliveries'][number]['state'][]): Command {
  const { commandId, origin, username, deviceType, value, whom, group, createdAt, deliveries } = progressOf(
    ...states,
  );
  return {
    commandId,
    origin,
    username,
    device_type: deviceType,
    value,
    whom,
    group,
    created_at: createdAt,
    deliveries,
    left_out: [],
  };
}

/** The progress strip, once it is there. */
export const findStrip = () => screen.findByRole('region', { name: /Comando in corso|Ultimo comando/ });
