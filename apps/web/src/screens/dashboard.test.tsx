import type { CommandProgress } from '@semaforo/contract/live/events';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from '../api/server-clock.ts';
import { storeAccessToken } from '../api/session.ts';
import { deviceRecord } from '../test/device-record.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { DashboardScreen } from './dashboard.screen.tsx';

const NOW = '2026-11-20T02:00:00.000Z';
const UP = { connected: true, since: NOW, reason: null, now: NOW };
const SIGNALS = [
  deviceRecord({ id: 1, topic: '/3/v/s1', device_name: 'Stazione' }),
  deviceRecord({ id: 2, topic: '/3/v/s2', device_name: 'Argine', error: true, error_reason: 'Silenzioso' }),
  deviceRecord({ id: 3, topic: '/3/v/s3', device_name: 'Ponte', status: 'giallo', stale: true }),
  deviceRecord({ id: 4, topic: '/4/v/l1', device_name: 'Darsena', device_type: 'lanterna' }),
];
type Answers = Parameters<typeof fakeServer>[0];
const SERVER: Answers = {
  '/api/mqtt/status': [200, UP],
  '/api/telegram/status': [200, { running: false }],
  '/api/device-status': [200, SIGNALS],
};
const RESULTS = {
  commandId: 7,
  results: [
    { device: 'Stazione', error: null },
    { device: 'Argine', error: 'Comando non confermato entro 5 s' },
  ],
};

function open(answers: Answers = {}) {
  const fetchMock = fakeServer({ ...SERVER, ...answers });
  return { fetchMock, ...showWithCache(<DashboardScreen />) };
}

async function sendRosso() {
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
}

function progress(...states: CommandProgress['deliveries'][number]['state'][]): CommandProgress {
  return {
    commandId: 7,
    value: 'rosso',
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

function pendingAnswer() {
  let resolve: (response: Response) => void = () => undefined;
  const promise = new Promise<Response>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const strip = () => screen.findByRole('region', { name: /Comando in corso|Ultimo comando/ });
const cardNames = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  storeAccessToken('t1');
});

afterEach(() => {
  noteServerTime(new Date().toISOString());
  delete document.documentElement.dataset.blink;
});

test('the overview counts signals only, and says how MQTT and Telegram are', async () => {
  open();
  const overview = within(screen.getByRole('region', { name: 'Riepilogo' }));
  await waitFor(() => expect(overview.getByText('Verde').parentElement).toHaveTextContent('1Verde'));
  expect(overview.getByText('In errore').parentElement).toHaveTextContent('1In errore');
  expect(await overview.findByText('Connesso')).toBeVisible();
  expect(await overview.findByText('Non attivo')).toBeVisible();
});

test('signals stand by name; a filter shows those in error', async () => {
  open();
  await screen.findByRole('article', { name: 'Stazione' });
  expect(cardNames()).toEqual(['Argine', 'Ponte', 'Stazione']);
  await userEvent.click(screen.getByRole('button', { name: 'In errore 1' }));
  expect(cardNames()).toEqual(['Argine']);
  await userEvent.click(screen.getByRole('button', { name: 'Da confermare 1' }));
  expect(cardNames()).toEqual(['Ponte']);
});

test('a live message moves the light of its card, and no card from its place', async () => {
  const { socket } = open();
  await screen.findByRole('article', { name: 'Stazione' });
  act(() => socket.mqtt_messages([{ topic: '/3/v/s1/out4', message: '1' }]));
  expect(await screen.findByRole('img', { name: 'Rosso acceso, confermato' })).toBeVisible();
  expect(cardNames()).toEqual(['Argine', 'Ponte', 'Stazione']);
});

test('Imposta says how many signals a command reaches, and Nascondi hides the colours', async () => {
  open();
  await screen.findByRole('article', { name: 'Stazione' });
  await userEvent.click(screen.getByRole('button', { name: 'Imposta' }));
  expect(screen.getByText(/Il comando raggiungerà/)).toHaveTextContent('Il comando raggiungerà 3 semafori');
  await userEvent.click(screen.getByRole('button', { name: 'Nascondi' }));
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
});

test('a colour is sent to all signals, and those that failed are named', async () => {
  const { fetchMock } = open({ '/api/devices/command': [200, RESULTS] });
  await sendRosso();
  const shown = within(await strip());
  expect(shown.getByText('1/2 confermati')).toBeVisible();
  expect(await shown.findByRole('alert')).toHaveTextContent('Dispositivi in errore: Argine');
  const [address, init] =
    fetchMock.mock.calls.find(([{ pathname }]) => pathname === '/api/devices/command') ?? [];
  expect(address?.search).toBe('?type=semaforo');
  expect(init?.body).toBe('{"command":"rosso"}');
});

test('the strip follows the live progress before the call has answered, and the colours unlock once accepted', async () => {
  const { socket } = open({ '/api/devices/command': 'silent' });
  await sendRosso();
  expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'true');
  act(() => socket.command_progress([progress('confermato', 'fallito', 'inviato')]));
  const shown = within(await strip());
  expect(shown.getByText('1/3 confermati')).toBeVisible();
  expect(shown.getByText('1 fallito')).toBeVisible();
  expect(shown.getByText('1 in attesa')).toBeVisible();
  expect(shown.getByRole('img', { name: '1 confermato, 1 fallito, 1 in attesa' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false');
});

test('the colours are locked for a second at most, accepted or not', async () => {
  open({ '/api/devices/command': 'silent' });
  await sendRosso();
  await waitFor(
    () => expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false'),
    { timeout: 1_500 },
  );
});

test('a strip closed before the answer came stays closed', async () => {
  const { fetchMock, socket } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  const call = pendingAnswer();
  fetchMock.mockReturnValueOnce(call.promise);
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  act(() => socket.command_progress([progress('inviato')]));
  await strip();
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi l’avanzamento' }));
  await act(async () => {
    call.resolve(new Response(JSON.stringify(RESULTS)));
    await call.promise;
  });
  expect(screen.queryByRole('region', { name: /Comando in corso|Ultimo comando/ })).toBeNull();
});

test('the late answer of an older command does not take the place of a newer one', async () => {
  const { fetchMock } = open({ '/api/devices/command': [200, { ...RESULTS, commandId: 8 }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  const older = pendingAnswer();
  fetchMock.mockReturnValueOnce(older.promise);
  await userEvent.click(screen.getByRole('button', { name: 'Verde' }));
  await waitFor(
    () => expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false'),
    {
      timeout: 1_500,
    },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  expect(await screen.findByText('1/2 confermati')).toBeVisible();
  await act(async () => {
    older.resolve(
      new Response(JSON.stringify({ commandId: 7, results: [{ device: 'Stazione', error: 'Superato' }] })),
    );
    await older.promise;
  });
  expect(screen.getByText('1/2 confermati')).toBeVisible();
});

test('commands that come back start from the first step again', async () => {
  const { socket } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  act(() => socket.broker_status({ ...UP, connected: false }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull());
  act(() => socket.broker_status(UP));
  expect(await screen.findByRole('button', { name: 'Imposta' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
});

test('a command that could not be sent shows the server’s sentence and is logged', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  open({ '/api/devices/command': [503, { error: 'Broker non raggiungibile', code: 'broker-unreachable' }] });
  await sendRosso();
  expect(await screen.findByText('Broker non raggiungibile')).toBeVisible();
  expect(log).toHaveBeenCalledWith('Comando non inviato', expect.anything());
  expect(screen.queryByRole('region', { name: 'Ultimo comando' })).toBeNull();
});

test('the failed ones are tried again, and a restore goes back before the first command', async () => {
  const { fetchMock, socket } = open({
    '/api/devices/command': [200, RESULTS],
    '/api/commands/7/retry': [200, { commandId: 8, results: [{ device: 'Argine', error: null }] }],
    '/api/commands/7/restore': [200, { commandId: 9, results: [{ device: 'Argine', error: null }] }],
  });
  await sendRosso();
  act(() => socket.command_progress([progress('confermato', 'scaduto')]));
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova i falliti' }));
  expect(await screen.findByText('1/1 confermati')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /^Ripristina/ }));
  expect(await screen.findByText('RIPRISTINO')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
  const paths = fetchMock.mock.calls.map(([{ pathname }]) => pathname);
  expect(paths).toEqual(expect.arrayContaining(['/api/commands/7/retry', '/api/commands/7/restore']));
});

test('Ripristina leaves five minutes after the command', async () => {
  const { socket } = open({ '/api/devices/command': [200, RESULTS] });
  await sendRosso();
  const old = { ...progress('confermato'), createdAt: new Date(serverNow() - 300_001).toISOString() };
  act(() => socket.command_progress([old]));
  await screen.findByText('1/1 confermati');
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
});

test('more than five failures are named five in full, the others in a list to open', async () => {
  const results = Array.from({ length: 8 }, (_, index) => ({ device: `D${index + 1}`, error: 'Muto' }));
  open({ '/api/devices/command': [200, { commandId: 7, results }] });
  await sendRosso();
  const alert = within(await strip()).getByRole('alert');
  expect(alert).toHaveTextContent('Dispositivi in errore: D1, D2, D3, D4, D5… e altri 3');
});

test('above forty devices one bar takes the place of the cells', async () => {
  const { socket } = open({ '/api/devices/command': [200, RESULTS] });
  await sendRosso();
  await strip();
  act(() => socket.command_progress([progress(...Array.from({ length: 41 }, () => 'confermato' as const))]));
  const bar = await screen.findByRole('img', { name: '41 confermati' });
  expect(bar.children).toHaveLength(1);
});

test('the progress is spoken politely, and the strip stays until closed', async () => {
  open({ '/api/devices/command': [200, RESULTS] });
  await sendRosso();
  await strip();
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toContain(
      '1 di 2 confermati, 1 fallito',
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi l’avanzamento' }));
  expect(screen.queryByRole('region', { name: 'Ultimo comando' })).toBeNull();
});

test('after a reconnection the progress is read again', async () => {
  const { fetchMock, queryClient } = open({ '/api/devices/command': [200, RESULTS] });
  await sendRosso();
  await strip();
  const readings = () =>
    fetchMock.mock.calls.filter(([{ pathname }]) => pathname === '/api/commands/7').length;
  await waitFor(() => expect(readings()).toBeGreaterThan(0));
  const before = readings();
  await act(() => queryClient.invalidateQueries());
  expect(readings()).toBeGreaterThan(before);
});

test('with the broker down commands wait, with the reason beside them, and planning stays usable', async () => {
  open({ '/api/mqtt/status': [200, { ...UP, connected: false }] });
  expect(await screen.findByText('I comandi tornano disponibili quando MQTT è connesso.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Imposta' })).toBeDisabled();
  expect(await screen.findByText(/conteggi alle 03:00:00/)).toHaveTextContent('3 non aggiornati');
  await userEvent.click(screen.getByRole('button', { name: 'Pianifica' }));
  expect(screen.getByRole('button', { name: 'Conferma' })).toBeEnabled();
});

test('a planned command closes the form, says so, and gives the focus back', async () => {
  noteServerTime(NOW);
  open({ '/api/schedule': [201, {}] });
  await userEvent.click(screen.getByRole('button', { name: 'Pianifica' }));
  await userEvent.type(screen.getByLabelText(/Giorno/), '2026-11-20');
  await userEvent.type(screen.getByLabelText(/Ora/), '18:30');
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }));
  expect(await screen.findByText('Comando pianificato con successo')).toBeVisible();
  expect(screen.queryByLabelText(/Giorno/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Pianifica' })).toHaveFocus();
});

test('stopping the blinking is remembered', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Ferma il lampeggio' }));
  expect(document.documentElement.dataset.blink).toBe('off');
  expect(localStorage.getItem('blink')).toBe('off');
  await userEvent.click(screen.getByRole('button', { name: 'Ferma il lampeggio', pressed: true }));
  expect(document.documentElement.dataset.blink).toBeUndefined();
});

test('no signals is one sentence; states that could not be read are offered again', async () => {
  const { unmount } = open({ '/api/device-status': [200, []] });
  expect(await screen.findByText('Nessun semaforo assegnato.')).toBeVisible();
  unmount();
  open({ '/api/device-status': [500, {}] });
  await screen.findByText('Lo stato dei semafori non è stato letto.');
  fakeServer(SERVER);
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByRole('article', { name: 'Stazione' })).toBeVisible();
});

test('above twenty signals they are searched by name or topic; thousands are not all in the page', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    deviceRecord({ id: index + 1, topic: `/3/v/s${index}`, device_name: `Segnale ${index}` }),
  );
  open({ '/api/device-status': [200, many] });
  await screen.findByRole('article', { name: 'Segnale 0' });
  expect(screen.getAllByRole('article').length).toBeLessThan(100);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Cerca per nome o topic' }), '/S999');
  expect(cardNames()).toEqual(['Segnale 999']);
});

test('a device that goes into error is said once, those already so are not', async () => {
  const { socket } = open();
  await screen.findByRole('article', { name: 'Stazione' });
  expect(screen.queryByText(/^In errore: /)).toBeNull();
  act(() => socket.device_status([deviceRecord({ ...SIGNALS[0], error: true })]));
  expect(await screen.findByText('In errore: Stazione')).toHaveAttribute('role', 'alert');
});
