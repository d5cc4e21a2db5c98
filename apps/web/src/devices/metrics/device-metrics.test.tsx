import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { deviceRecord, managedDevice } from '@semaforo/testing/factories';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer, type Reply } from '../../test/fake-server.ts';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { DeviceMetrics } from './device-metrics.tsx';

const DEVICES = [
  managedDevice({ id: 1, name: 'Ponte', topic: '/3/a/s1' }),
  managedDevice({ id: 2, name: 'Argine', topic: '/3/a/s2', error: true, error_reason: 'Non ha risposto' }),
  managedDevice({
    id: 3,
    name: null,
    topic: '/3/b/s1',
    username: null,
    userId: null,
    temp: null,
    status: null,
  }),
];

beforeEach(() => {
  // jsdom lays nothing out: the scroller and its rows get a height, so that rows are drawn.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56);
});

function open(
  answer: Reply<'listManagedDevices'> = [200, { devices: DEVICES }],
  statuses: DeviceStatusRecord[] = [],
) {
  fakeServer({
    listManagedDevices: answer,
    listDeviceStatuses: [200, statuses],
  });
  return showWithCache(
    <MemoryRouter>
      <DeviceMetrics linkUp />
    </MemoryRouter>,
  );
}

async function bodyRows() {
  await screen.findByText('Ponte');
  return screen.getAllByRole('row').filter((row) => row.hasAttribute('data-index'));
}

test('the banner counts and names the devices in error', async () => {
  open();
  await screen.findByText('1 dispositivo in errore');
  expect(screen.getByRole('status')).toHaveTextContent(/^1 dispositivo in errore: Argine$/);
});

test('the banner says when no device is in error', async () => {
  open([200, { devices: DEVICES.slice(0, 1) }]);
  expect(await screen.findByText('Nessun dispositivo in errore')).toBeVisible();
});

test('rows are listed under their owner with marked errors first, and empty values are dashes', async () => {
  open();
  const rows = await bodyRows();
  expect(rows.map((row) => row.textContent.slice(0, 12))).toEqual([
    'valdombra',
    expect.stringContaining('Argine'),
    expect.stringContaining('Ponte'),
    'Sconosciuto',
    expect.stringContaining('/3/b/s1'),
  ]);
  expect(rows[1]).toHaveAttribute('data-row', 'error');
  expect(rows[1]).toHaveTextContent('ErroreNon ha risposto');
  expect(rows[2]).toHaveTextContent('OK');
  const cells = within(rows[4] ?? document.body).getAllByRole('cell');
  expect([cells[1], cells[4], cells[6]].map((cell) => cell?.textContent)).toEqual(['-', '-', '-']);
});

test('a live state changes its row and the banner', async () => {
  const well = deviceRecord({ id: 1, topic: '/3/a/s1' });
  const { socket, queryClient } = open([200, { devices: DEVICES.slice(0, 1) }], [well]);
  await screen.findByText('Nessun dispositivo in errore');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const failing = { ...well, error: true, error_reason: 'offline' };
  act(() => socket.device_status([failing]));
  expect(await screen.findByText('offline')).toBeVisible();
  expect(screen.getByText('1 dispositivo in errore', { exact: false })).toBeVisible();
});

test('a device that shows something else than is desired is not said to be OK', async () => {
  const since = '2026-11-20T02:00:00.000Z';
  const desired = { value: 'rosso', since, by: 'anna', source: 'command', reasserted: 0 } as const;
  const differing = deviceRecord({ id: 1, topic: '/3/a/s1', out_of_sync: true, desired });
  open([200, { devices: DEVICES.slice(0, 1) }], [differing]);
  expect(await screen.findAllByText('Diverso')).toHaveLength(2);
  expect(screen.queryByText('OK')).toBeNull();
});

test('a silent device is not said to be OK', async () => {
  const silent = deviceRecord({ id: 1, topic: '/3/a/s1', silent_since: '2026-11-20T02:00:00.000Z' });
  open([200, { devices: DEVICES.slice(0, 1) }], [silent]);
  expect(await screen.findByText(/^Tace da/)).toBeVisible();
  expect(screen.queryByText('OK')).toBeNull();
});

test('a search leaves the matching devices with their owner', async () => {
  open();
  await bodyRows();
  await userEvent.type(screen.getByLabelText(/Cerca dispositivo/), '/3/A/S1');
  expect((await bodyRows()).map((row) => row.textContent.slice(0, 9))).toEqual(['valdombra', '1Ponte/3/']);
  await userEvent.type(screen.getByLabelText(/Cerca dispositivo/), 'zzz');
  expect(await screen.findByText('Nessun dispositivo trovato.')).toBeVisible();
});

test('a failed reading shows an alert and hides the banner', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open([500, {}]);
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore caricamento dispositivi');
  expect(screen.queryByText(/in errore/)).toBeNull();
});

test('of ten thousand devices only the visible ones are in the page', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    managedDevice({ id: index + 1, name: `Segnale ${index}`, topic: `/3/a/s${index}` }),
  );
  open([200, { devices: many }]);
  await screen.findByText('Segnale 0');
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10002');
  expect(screen.getAllByRole('row').length).toBeLessThan(100);
});

test('a head sorts the devices under each owner, and errors no longer come first', async () => {
  open([
    200,
    {
      devices: [
        managedDevice({ id: 1, name: 'Viadotto', temp: 20 }),
        managedDevice({ id: 2, name: 'Argine', temp: 9, error: true, error_reason: 'offline' }),
        managedDevice({ id: 3, name: 'Ponte', temp: null }),
      ],
    },
  ]);
  await screen.findByText('Ponte');
  const names = async () => (await bodyRows()).slice(1).map((row) => row.children[1]?.textContent);
  await userEvent.click(screen.getByRole('button', { name: 'Temp' }));
  expect(await names()).toEqual(['Argine', 'Viadotto', 'Ponte']);
  await userEvent.click(screen.getByRole('button', { name: 'Temp' }));
  expect(await names()).toEqual(['Viadotto', 'Argine', 'Ponte']);
});
