import { deviceRecord } from '@semaforo/testing/factories';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openDashboard, SERVER, SIGNALS, setUpDashboard } from '../test/dashboard.tsx';
import { fakeServer } from '../test/fake-server.ts';

const cardNames = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

setUpDashboard();

test('the overview counts signals only, and says how MQTT and Telegram are', async () => {
  openDashboard();
  const overview = within(screen.getByRole('region', { name: 'Riepilogo' }));
  await waitFor(() => expect(overview.getByText('Verde').parentElement).toHaveTextContent('Verde 1'));
  expect(overview.getByText('In errore').parentElement).toHaveTextContent('In errore 1');
  expect(await overview.findByText('Connesso')).toBeVisible();
  expect(await overview.findByText('Non attivo')).toBeVisible();
});

test('signals are sorted by name, and a filter shows those in error', async () => {
  openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  expect(cardNames()).toEqual(['Argine', 'Ponte', 'Stazione']);
  await userEvent.click(screen.getByRole('radio', { name: 'In errore 1' }));
  expect(cardNames()).toEqual(['Argine']);
  await userEvent.click(screen.getByRole('radio', { name: 'Non aggiornato 1' }));
  expect(cardNames()).toEqual(['Ponte']);
  expect(screen.queryByRole('radio', { name: /^Mai sentit/ })).toBeNull();
});

test('whatever somebody has to look at is counted once, and can be filtered', async () => {
  const desired = {
    value: 'rosso',
    since: '2026-11-20T01:00:00.000Z',
    by: 'valdombra',
    source: 'command',
    reasserted: 0,
  } as const;
  const outOfSync = deviceRecord({
    id: 9,
    topic: '/3/v/s9',
    device_name: 'Borgo Alto',
    desired,
    out_of_sync: true,
  });
  openDashboard({ listDeviceStatuses: [200, [...SIGNALS, outOfSync]] });
  await screen.findByRole('article', { name: 'Borgo Alto' });
  await userEvent.click(screen.getByRole('radio', { name: 'Problemi 2' }));
  expect(cardNames()).toEqual(['Argine', 'Borgo Alto']);
  await userEvent.click(screen.getByRole('button', { name: 'Mostra tutti' }));
  expect(cardNames()).toEqual(['Argine', 'Borgo Alto', 'Ponte', 'Stazione']);
});

test('a live message changes the light of its card and moves no card', async () => {
  const { socket } = openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  act(() => socket.mqtt_messages([{ topic: '/3/v/s1/out4', message: '1' }]));
  act(() => socket.mqtt_messages([{ topic: '/3/v/s1/out1', message: '0' }]));
  expect(await screen.findByRole('img', { name: 'Rosso acceso, confermato' })).toBeVisible();
  expect(cardNames()).toEqual(['Argine', 'Ponte', 'Stazione']);
});

test('the page remembers that the blinking is stopped', async () => {
  openDashboard();
  await userEvent.click(await screen.findByRole('button', { name: 'Ferma il lampeggio' }));
  expect(document.documentElement.dataset.blink).toBe('off');
  expect(localStorage.getItem('blink')).toBe('off');
  await userEvent.click(screen.getByRole('button', { name: 'Riprendi il lampeggio' }));
  expect(document.documentElement.dataset.blink).toBeUndefined();
});

test('a user without signals reads one sentence; a failed reading can be tried again', async () => {
  const { unmount } = openDashboard({ listDeviceStatuses: [200, []] });
  expect(await screen.findByText('Nessun semaforo assegnato.')).toBeVisible();
  unmount();
  openDashboard({ listDeviceStatuses: [500, {}] });
  await screen.findByText('Lo stato dei semafori non è stato letto.');
  fakeServer(SERVER);
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByRole('article', { name: 'Stazione' })).toBeVisible();
});

test('more than twenty signals can be searched by name or topic; of thousands only some are in the DOM', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    deviceRecord({ id: index + 1, topic: `/3/v/s${index}`, device_name: `Segnale ${index}` }),
  );
  openDashboard({ listDeviceStatuses: [200, many] });
  await screen.findByRole('article', { name: 'Segnale 0' });
  expect(screen.getAllByRole('article').length).toBeLessThan(100);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Cerca per nome o topic' }), '/S999');
  expect(cardNames()).toEqual(['Segnale 999']);
});

test('a new error is announced once, and the errors at the opening of the page are not', async () => {
  const { socket, answers } = openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  expect(screen.queryByText(/^In errore: /)).toBeNull();
  const failing = deviceRecord({ ...SIGNALS[0], error: true });
  answers.listDeviceStatuses = [200, [failing, ...SIGNALS.slice(1)]];
  act(() => socket.device_status([failing]));
  expect(await screen.findByText('In errore: Stazione', {}, { timeout: 30_000 })).toHaveAttribute(
    'aria-live',
    'assertive',
  );
  expect(screen.queryByRole('alert')).toBeNull();
});
