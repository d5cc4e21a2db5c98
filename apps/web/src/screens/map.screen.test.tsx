import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { PublicSettings } from '@semaforo/contract/api/settings';
import { deviceRecord } from '@semaforo/testing/factories';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDeviceStatuses } from '../api/device-snapshot.ts';
import { queryKeys } from '../api/query-keys.ts';
import { storeAccessToken } from '../api/session.ts';
import '../devices/map/cluster-worker.ts';
import { type Answers, fakeServer, lateReply } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { MapScreen } from './map.screen.tsx';

/** jsdom has no workers: the worker's own code runs in the page instead, over the page's message events. */
class InPageWorker extends EventTarget {
  constructor() {
    super();
    vi.stubGlobal('postMessage', (data: unknown) =>
      this.dispatchEvent(new MessageEvent('message', { data })),
    );
  }
  postMessage(data: unknown) {
    dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal('Worker', InPageWorker);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  vi.spyOn(console, 'warn').mockReturnValue();
});

const NOW = '2026-11-20T03:00:00.000Z';
const PLACE = { latitude: 41.9, longitude: 12.5 };

const PUBLIC_SETTINGS: PublicSettings = {
  tileAttribution: '© OpenStreetMap',
  accessibilityUrl: null,
  feedbackUrl: null,
  privacyUrl: null,
  alarmRaiseSeconds: 60,
  supportContact: null,
  oidcName: null,
};

function answer(devices: DeviceStatusRecord[], others: Answers = {}) {
  return fakeServer({
    listDeviceStatuses: [200, devices],
    listMySettings: [200, { settings: [] }],
    saveMySettings: [200, { settings: [] }],
    getPublicSettings: [200, PUBLIC_SETTINGS],
    getBrokerStatus: [200, { connected: true, since: NOW, reason: null, sharedLogin: false, now: NOW }],
    ...others,
  });
}

const showMap = () =>
  showWithCache(
    <MemoryRouter>
      <MapScreen />
    </MemoryRouter>,
  );

test('a device alone is a button whose popup says name, state and age, and Esc closes it', async () => {
  answer([deviceRecord({ ...PLACE })]);
  showMap();
  const button = await screen.findByRole('button', { name: 'Diga Vecchia: Verde acceso, confermato' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  const popup = await screen.findByRole('region', { name: 'Diga Vecchia' });
  expect(popup).toHaveTextContent(/Stato: verde.*Ultimo aggiornamento: 20\/11\/2026, 03:00:00/);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Diga Vecchia' })).toBeNull();
  expect(button).toHaveFocus();
});

test('the popup of a device in error says its state, ERRORE and the reason', async () => {
  answer([deviceRecord({ ...PLACE, error: true, error_reason: 'Comando non confermato entro 5 s' })]);
  showMap();
  fireEvent.click(await screen.findByRole('button', { name: /^Diga Vecchia/ }));
  expect(await screen.findByRole('region', { name: 'Diga Vecchia' })).toHaveTextContent(
    /Stato: verde.*ERRORE.*Comando non confermato entro 5 s/,
  );
});

test('the popup of a device that differs from its command says what was asked, and can be accepted', async () => {
  const desired = {
    value: 'rosso',
    since: '2026-11-20T01:33:00.000Z',
    by: 'valdombra',
    source: 'command',
    reasserted: 0,
  } as const;
  answer([deviceRecord({ ...PLACE, desired, out_of_sync: true })]);
  showMap();
  fireEvent.click(await screen.findByRole('button', { name: 'Diga Vecchia: Verde acceso, chiesto rosso' }));
  expect(await screen.findByRole('region', { name: 'Diga Vecchia' })).toHaveTextContent(
    /Stato: verde.*Diverso.*Mostra verde invece di rosso, chiesto .*alle 02:33.*Accetta ciò che mostra/,
  );
});

test('a device never heard has the state n/d, and a hostile name is shown as it is', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  answer([deviceRecord({ ...PLACE, device_name: hostile, status: null, updated_at: null })]);
  showMap();
  fireEvent.click(await screen.findByRole('button', { name: `${hostile}: Nessun dato` }));
  expect(await screen.findByRole('heading', { name: hostile })).toBeVisible();
  expect(screen.getByText('Stato: n/d')).toBeVisible();
});

test('devices without both coordinates are left out', async () => {
  answer([
    deviceRecord({ ...PLACE }),
    deviceRecord({ id: 2, topic: '/3/valdombra/s2', device_name: 'Senza posto', latitude: 41.9 }),
  ]);
  showMap();
  await screen.findByRole('button', { name: /^Diga Vecchia/ });
  expect(screen.queryByRole('button', { name: /^Senza posto/ })).toBeNull();
});

test('close devices are one mark with the gravest color and the errors', async () => {
  answer([
    deviceRecord({ ...PLACE }),
    deviceRecord({ ...PLACE, id: 2, topic: '/3/valdombra/s2', status: 'rosso' }),
    deviceRecord({ ...PLACE, id: 3, topic: '/3/valdombra/s3', error: true }),
  ]);
  showMap();
  expect(
    await screen.findByRole('button', { name: '3 dispositivi, il più grave rosso, 1 in errore' }),
  ).toBeVisible();
});

test('a live change is shown on the mark at once', async () => {
  answer([deviceRecord({ ...PLACE })]);
  const { queryClient } = showMap();
  await screen.findByRole('button', { name: /Verde acceso/ });
  const changed = deviceRecord({ ...PLACE, status: 'rosso' });
  queryClient.setQueryData(queryKeys.deviceStatuses, createDeviceStatuses([changed]));
  expect(await screen.findByRole('button', { name: /Rosso acceso/ })).toBeVisible();
});

test('a double click saves the new centre, in texts', async () => {
  const server = answer([]);
  showMap();
  const ground = await screen.findByRole('region', { name: 'Mappa dei dispositivi' });
  await waitFor(() => expect(ground).toHaveClass('leaflet-container'));
  fireEvent.dblClick(ground, { clientX: 200, clientY: 150 });
  expect(await screen.findByText('Nuovo centro salvato')).toBeVisible();
  expect(JSON.stringify(server.bodiesOf('saveMySettings'))).toMatch(
    /^\[\{"map_center_lat":"41\.\d+","map_center_lng":"12\.\d+"\}\]$/,
  );
});

test('a button saves the centre by keyboard, and a failure shows an alert', async () => {
  answer([], { saveMySettings: [503, { error: 'Non disponibile', code: 'unavailable' }] });
  showMap();
  const ground = await screen.findByRole('region', { name: 'Mappa dei dispositivi' });
  await waitFor(() => expect(ground).toHaveClass('leaflet-container'));
  await userEvent.click(screen.getByRole('button', { name: 'Salva questo centro' }));
  expect(await screen.findByText('Il nuovo centro non è stato salvato')).toBeVisible();
});

test('the buttons of the map wait for it: a press before it is there would do nothing', async () => {
  const settings = lateReply('listMySettings');
  answer([], { listMySettings: settings.reply });
  showMap();
  const save = await screen.findByRole('button', { name: 'Salva questo centro' });
  for (const button of [
    save,
    ...['Ingrandisci', 'Riduci'].map((name) => screen.getByRole('button', { name })),
  ]) {
    expect(button).toBeDisabled();
  }
  settings.give(200, { settings: [] });
  await waitFor(() => expect(save).toBeEnabled());
});

test('tiles are read from the server with the token, and their credit is shown', async () => {
  storeAccessToken('token');
  const server = answer([deviceRecord({ ...PLACE })]);
  showMap();
  expect(await screen.findByText('© OpenStreetMap')).toBeVisible();
  await waitFor(() => expect(server.callsOf('getMapTile').length).toBeGreaterThan(0));
  const [call] = server.callsOf('getMapTile');
  expect(call?.params).toMatchObject({ z: '6' });
  expect(call?.headers.get('authorization')).toBe('Bearer token');
});

test('without tiles, devices or positions the map says what is missing and leads to the list', async () => {
  const answers: Answers = { listDeviceStatuses: [500, {}] };
  answer([], answers);
  showMap();
  expect(await screen.findByText('I dispositivi non si leggono: la mappa è vuota.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Apri l’elenco dei semafori' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  answer([]);
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByText('Nessun dispositivo ha una posizione: la mappa è vuota.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Inquadra i miei dispositivi' })).toBeDisabled();
});

test('where no device is in view the map says so, and goes to them', async () => {
  const settings = [
    { key: 'map_center_lat', value: '-40' },
    { key: 'map_center_lng', value: '100' },
  ];
  answer([deviceRecord({ ...PLACE })], { listMySettings: [200, { settings }] });
  showMap();
  const sentence = 'Da qui non si vede nessun dispositivo.';
  expect(await screen.findByText(sentence)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrali' }));
  expect(await screen.findByRole('button', { name: /^Diga Vecchia/ })).toBeVisible();
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});

test('a saved centre can be taken back: the one before it is saved again', async () => {
  const server = answer([deviceRecord({ ...PLACE })], {
    listMySettings: [
      200,
      {
        settings: [
          { key: 'map_center_lat', value: '45.5' },
          { key: 'map_center_lng', value: '9.25' },
        ],
      },
    ],
  });
  showMap();
  const ground = await screen.findByRole('region', { name: 'Mappa dei dispositivi' });
  await waitFor(() => expect(ground).toHaveClass('leaflet-container'));
  fireEvent.dblClick(ground, { clientX: 300, clientY: 50 });
  await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }));
  expect(await screen.findByText('Il centro di prima è di nuovo salvato')).toBeVisible();
  expect(server.bodiesOf('saveMySettings')[1]).toEqual({ map_center_lat: '45.5', map_center_lng: '9.25' });
});

test('without tiles the map says that its ground is missing', async () => {
  answer([deviceRecord({ ...PLACE })]);
  showMap();
  expect(await screen.findByText(/^Lo sfondo della mappa non si carica/)).toBeVisible();
});

test('a double tap zooms and saves nothing', async () => {
  const server = answer([deviceRecord({ ...PLACE })]);
  showMap();
  const ground = await screen.findByRole('region', { name: 'Mappa dei dispositivi' });
  await waitFor(() => expect(ground).toHaveClass('leaflet-container'));
  await waitFor(() => expect(server.callsOf('getMapTile').length).toBeGreaterThan(0));
  fireEvent.pointerDown(ground, { pointerType: 'touch' });
  fireEvent.dblClick(ground, { clientX: 200, clientY: 150 });
  await waitFor(() =>
    expect(server.callsOf('getMapTile').map(({ params }) => params)).toContainEqual(
      expect.objectContaining({ z: '7' }),
    ),
  );
  expect(server.bodiesOf('saveMySettings')).toEqual([]);
});

test('the states are read again every 60 s', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  });
  const server = answer([deviceRecord({ ...PLACE })]);
  const readings = () => server.callsOf('listDeviceStatuses').length;
  showMap();
  await screen.findByRole('button', { name: /^Diga Vecchia/ });
  expect(readings()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readings()).toBe(2);
  vi.useRealTimers();
});
