import { deviceRecord } from '@semaforo/testing/factories';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer, lateReply } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { LanternScreen } from './lantern.screen.tsx';

const NOW = '2026-11-20T02:00:00.000Z';
const UP = { connected: true, since: NOW, reason: null, sharedLogin: false, now: NOW };
const lantern = (id: number, changes: Parameters<typeof deviceRecord>[0]) =>
  deviceRecord({ id, topic: `/4/v/l${id}`, device_type: 'lanterna', ...changes });
const LANTERNS = [
  lantern(1, { device_name: 'Darsena', status: 'rosso' }),
  lantern(2, { device_name: 'Belvedere', status: 'spento' }),
  lantern(3, { device_name: null, status: null, updated_at: null }),
  lantern(4, {
    device_name: 'Guado',
    status: 'acceso',
    error: true,
    error_reason: 'Silenziosa',
    stale: true,
  }),
];

function open(answers: Answers = {}) {
  const server = fakeServer({
    getBrokerStatus: [200, UP],
    listDeviceStatuses: [200, LANTERNS],
    ...answers,
  });
  return { server, ...showWithCache(<LanternScreen />) };
}

const card = async (name: string) => within(await screen.findByRole('article', { name }));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  storeAccessToken('t1');
});

test('the page counts the lanterns and the lit ones', async () => {
  open();
  expect(await screen.findByText('4 lanterne, 1 accesa', { selector: '.muted' })).toBeVisible();
});

test('the label and the toggle follow the last report of the lantern', async () => {
  open();
  const lit = await card('Darsena');
  expect(lit.getByText('ACCESO')).toBeVisible();
  expect(lit.getByRole('button', { name: 'Imposta spento' })).toBeEnabled();
  const dark = await card('Belvedere');
  expect(dark.getByText('SPENTO')).toBeVisible();
  expect(dark.getByRole('button', { name: 'Imposta acceso' })).toBeEnabled();
  const unknown = await card('/4/v/l3');
  expect(unknown.getByText('---')).toBeVisible();
  expect(unknown.getByRole('button', { name: 'Imposta' })).toBeEnabled();
  const failing = await card('Guado');
  expect(failing.getByText('Silenziosa')).toBeVisible();
  expect(failing.getByRole('button', { name: 'Imposta spento' })).toBeEnabled();
});

test('a lantern in error shows its last known state and no light', async () => {
  open();
  const failing = await card('Guado');
  expect(failing.getByText('ERRORE')).toBeVisible();
  expect(failing.getByText('ACCESO')).toHaveAttribute('data-kind', 'hatched');
  expect(failing.getByText('Non aggiornato')).toBeVisible();
  expect(failing.getByRole('img', { name: 'In errore, ultimo stato noto accesa' })).toBeVisible();
});

test('a lantern in error that is known to be dark is not called out of date', async () => {
  const dark = lantern(1, { device_name: 'Molo', status: 'spento', error: true });
  open({ listDeviceStatuses: [200, [dark]] });
  const failing = await card('Molo');
  expect(failing.getByText('SPENTO')).toBeVisible();
  expect(failing.queryByText('Non aggiornato')).toBeNull();
});

test('a lantern that differs from its command says so, without a tick', async () => {
  const desired = {
    value: 'spento',
    since: '2026-11-20T01:33:12.000Z',
    by: 'valdombra',
    source: 'command',
    reasserted: 0,
  } as const;
  const outOfSync = lantern(1, { device_name: 'Molo', status: 'acceso', desired, out_of_sync: true });
  open({ listDeviceStatuses: [200, [outOfSync]] });
  const molo = await card('Molo');
  expect(molo.getByText('Diverso')).toBeVisible();
  expect(molo.getByText(/^Mostra acceso invece di spento, chiesto .*alle 02:33$/)).toBeVisible();
  expect(molo.queryByText('Confermato')).toBeNull();
  expect(molo.getByRole('button', { name: 'Accetta ciò che mostra' })).toBeVisible();
});

test('a lantern in error that never reported shows no state', async () => {
  open({ listDeviceStatuses: [200, [lantern(1, { device_name: 'Molo', status: null, error: true })]] });
  const failing = await card('Molo');
  expect(failing.getByText('---')).toBeVisible();
  expect(failing.queryByText('Non aggiornato')).toBeNull();
  expect(failing.getByRole('button', { name: 'Imposta' })).toBeEnabled();
});

test('the answer to a toggle moves no light: only the report of the lantern does', async () => {
  const { socket, queryClient } = open({
    toggleLantern: [200, { device: 'Belvedere', state: 'acceso', error: null }],
  });
  const dark = await card('Belvedere');
  await userEvent.click(dark.getByRole('button', { name: 'Imposta acceso' }));
  await waitFor(() => expect(queryClient.getMutationCache().getAll()[0]?.state.status).toBe('success'));
  expect(dark.getByRole('img', { name: 'Spenta, confermata' })).toBeVisible();
  act(() => socket.mqtt_messages([{ topic: '/4/v/l2/out1', message: '1' }]));
  expect(await dark.findByRole('img', { name: 'Accesa, confermata' })).toBeVisible();
  expect(dark.getByRole('button', { name: 'Imposta spento' })).toBeVisible();
});

test('a late answer to a toggle does not restore an older state', async () => {
  const { reply, give } = lateReply('toggleLantern');
  const { socket, queryClient } = open({ toggleLantern: reply });
  const dark = await card('Belvedere');
  await userEvent.click(dark.getByRole('button', { name: 'Imposta acceso' }));
  act(() => socket.mqtt_messages([{ topic: '/4/v/l2/out1', message: '1' }]));
  act(() => socket.mqtt_messages([{ topic: '/4/v/l2/out1', message: '0' }]));
  give(200, { device: 'Belvedere', state: 'acceso', error: null });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(await dark.findByRole('img', { name: 'Spenta, confermata' })).toBeVisible();
});

test('a pending toggle keeps the confirmed light and its label, and ignores a second press', async () => {
  const { server } = open({ toggleLantern: 'silent' });
  const dark = await card('Belvedere');
  const toggle = dark.getByRole('button', { name: 'Imposta acceso' });
  await userEvent.click(toggle);
  expect(await dark.findByText('In attesa')).toBeVisible();
  expect(dark.getByRole('img', { name: 'Spenta e confermata, accensione in attesa' })).toBeVisible();
  expect(toggle).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(toggle);
  expect(server.callsOf('toggleLantern')).toHaveLength(1);
});

test('a lantern that did not obey keeps its state, and the reason is shown', async () => {
  open({ toggleLantern: [200, { device: 'Belvedere', state: 'spento', error: 'Comando non confermato' }] });
  const dark = await card('Belvedere');
  await userEvent.click(dark.getByRole('button', { name: 'Imposta acceso' }));
  expect(await dark.findByRole('alert')).toHaveTextContent('Comando non confermato');
  expect(dark.getByText('SPENTO')).toBeVisible();
});

test('the alert of a failure disappears once the lantern shows the requested state, and does not return', async () => {
  const { socket } = open({
    toggleLantern: [200, { device: 'Belvedere', state: 'spento', error: 'Comando non confermato' }],
  });
  const dark = await card('Belvedere');
  await userEvent.click(dark.getByRole('button', { name: 'Imposta acceso' }));
  expect(await dark.findByRole('alert')).toBeVisible();
  act(() => socket.mqtt_messages([{ topic: '/4/v/l2/out1', message: '0' }]));
  expect(dark.getByRole('alert')).toBeVisible();
  act(() => socket.mqtt_messages([{ topic: '/4/v/l2/out1', message: '1' }]));
  await waitFor(() => expect(dark.queryByRole('alert')).toBeNull());
  act(() => socket.mqtt_messages([{ topic: '/4/v/l2/out1', message: '0' }]));
  expect(await dark.findByText('SPENTO')).toBeVisible();
  expect(dark.queryByRole('alert')).toBeNull();
});

test('a refused toggle shows the server’s sentence and is logged', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  open({ toggleLantern: [409, { error: 'C’è già un comando in attesa', code: 'command-pending' }] });
  const dark = await card('Belvedere');
  await userEvent.click(dark.getByRole('button', { name: 'Imposta acceso' }));
  expect(await dark.findByRole('alert')).toHaveTextContent('C’è già un comando in attesa');
  expect(log).toHaveBeenCalled();
});

test('a toggle carries the instant of the press, and is given up when the server is silent for 10 s', async () => {
  const { server } = open({ toggleLantern: 'silent' });
  const dark = await card('Belvedere');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(dark.getByRole('button', { name: 'Imposta acceso' }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await act(() => vi.advanceTimersByTimeAsync(100));
  vi.useRealTimers();
  expect(await dark.findByRole('alert')).toHaveTextContent(
    'Il server non ha risposto in 10 s: il comando non verrà eseguito in ritardo.',
  );
  const [press] = server.callsOf('toggleLantern');
  expect(press?.headers.get('Semaforo-Issued-At')).toMatch(/Z$/);
});

test('a lantern’s own report moves its light', async () => {
  const { socket } = open();
  const dark = await card('Belvedere');
  act(() => socket.mqtt_messages([{ topic: '/4/v/l2/out1', message: '1' }]));
  expect(await dark.findByText('ACCESO')).toBeVisible();
});

test('with the broker down no lantern can be toggled, and the page says why', async () => {
  open({ getBrokerStatus: [200, { ...UP, connected: false }] });
  const dark = await card('Belvedere');
  await waitFor(() => expect(dark.getByRole('button', { name: 'Imposta acceso' })).toBeDisabled());
  expect(screen.getByText('I comandi tornano disponibili quando MQTT è connesso.')).toBeVisible();
  expect(dark.getByText('Non aggiornato')).toBeVisible();
});

test('a user without lanterns reads one sentence', async () => {
  open({ listDeviceStatuses: [200, []] });
  expect(await screen.findByText('Nessuna lanterna assegnata.')).toBeVisible();
});

test('more than twenty lanterns can be searched by name or topic; of thousands only some are in the DOM', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    lantern(index + 1, { device_name: `Lanterna ${index + 1}` }),
  );
  open({ listDeviceStatuses: [200, many] });
  await screen.findByRole('article', { name: 'Lanterna 1' });
  expect(screen.getAllByRole('article').length).toBeLessThan(100);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Cerca per nome o topic' }), '/L999');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(screen.getByRole('article', { name: 'Lanterna 999' })).toBeVisible();
});
