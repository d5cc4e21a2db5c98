import type { LevelsRecord, ZoneShapesRecord } from '@semaforo/contract/api/bulletins';
import { user } from '@semaforo/testing/factories';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { AlertsScreen } from './alerts.screen.tsx';

const GREEN = { idraulico: 'verde', temporali: 'verde', idrogeologico: 'verde' } as const;
const NONE = { idraulico: null, temporali: null, idrogeologico: null };

const levels: LevelsRecord = {
  date: '2026-11-21',
  bulletin: { id: 1, name: 'Bollettino di prova', issued_at: '2026-11-21T14:12:00.000Z', stale: false },
  zones: [
    { zone: 'Vald-A', name: 'Alto Torno', color: 'verde', risks: GREEN },
    {
      zone: 'Vald-B',
      name: 'Basso Torno',
      color: 'arancio',
      risks: { idraulico: 'arancio', temporali: 'giallo', idrogeologico: 'verde' },
    },
    { zone: 'Vald-C', name: 'Conca', color: null, risks: NONE },
  ],
};

const READER = { enabled: false, last_tried_at: null, last_read_at: null, next_try_at: null, failure: null };
const OWN = { zones: [{ code: 'Vald-B', name: 'Basso Torno' }], devices: [] };

const today = async () => screen.findByRole('region', { name: /^Oggi, / });

test('an operator sees the own zones in the words of the bulletin, and others by search', async () => {
  fakeServer({
    getLevels: [200, levels],
    getMyZones: [200, OWN],
    getBulletinReader: [200, READER],
  });
  showWithCache(<AlertsScreen />);
  const day = within(await today());
  const zone = await day.findByText(/Vald-B Basso Torno/);
  expect(zone).toHaveTextContent('Allerta arancione · Vald-B Basso Torno');
  expect(zone.parentElement).toHaveTextContent(
    'Idraulico: moderataIdrogeologico: assenteTemporali: ordinaria',
  );
  expect(day.queryByText(/Alto Torno/)).toBeNull();
  expect(screen.getByText('Letto')).toBeVisible();
  expect(screen.getByText(/Lettura dalla rete non attiva/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Cerca una zona'), 'conca');
  expect(await day.findByText(/Vald-C Conca/)).toHaveTextContent('Non disponibile');
  expect(day.getByText(/Le lampade non cambiano/)).toBeVisible();
});

test('a bulletin that is too old, or none, is said in words and never as no alert', async () => {
  const bulletin = { id: 1, name: 'Vecchio', issued_at: '2026-11-19T14:12:00.000Z', stale: true };
  const answers = {
    getLevels: [200, { ...levels, bulletin }] as [200, LevelsRecord],
    getMyZones: [200, OWN] as [200, typeof OWN],
  };
  fakeServer(answers);
  const { unmount } = showWithCache(<AlertsScreen />);
  expect(await within(await today()).findByText(/più di 30 ore/)).toBeVisible();
  unmount();
  answers.getLevels = [200, { date: levels.date, bulletin: null, zones: [] }];
  fakeServer(answers);
  showWithCache(<AlertsScreen />);
  const day = within(await today());
  expect(await day.findByText(/Nessun bollettino parla di questo giorno/)).toBeVisible();
  expect(await day.findByText('Non disponibile', { selector: 'b' })).toBeVisible();
  expect(day.queryByText(/Nessuna allerta/)).toBeNull();
});

test('an operator finds the own Comune by name and province, and chooses its zone', async () => {
  const castro = { istat: '999001', name: 'Castro', province: 'Valdombra', region: 'V', zone: 'Vald-A' };
  const comuni = [
    { ...castro, province_code: 'VD' },
    { ...castro, istat: '999002', province: 'Laguna', province_code: '', zone: 'Torr-1' },
  ];
  const table = { day: '2026-08-08', built_in: true };
  const answers: Answers = {
    getMe: [200, user()],
    listAlerts: [200, []],
    getMyZones: [200, { zones: [], devices: [] }],
    getLevels: [200, { date: levels.date, bulletin: null, zones: [] }],
    getBulletinReader: [200, READER],
    findComuni: [200, { comuni: [], table }],
    saveMyZones: [200, { zones: [] }],
  };
  const { bodiesOf } = fakeServer(answers);
  storeAccessToken('token');
  showWithCache(<AlertsScreen />);
  const step = await screen.findByRole('region', { name: 'Di quale Comune sei?' });
  expect(screen.queryByRole('region', { name: 'Bollettino' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Prossime 72 ore' })).toBeNull();
  const search = within(step).getByLabelText('Cerca il Comune');
  await userEvent.type(search, 'xy');
  const none = 'Nessun Comune con questo nome nella tabella dell’8 agosto 2026.';
  expect(await within(step).findByText(none)).toBeVisible();
  answers.findComuni = [200, { comuni, table }];
  await userEvent.clear(search);
  await userEvent.type(search, 'cas');
  const mine = { name: 'È il mio: Castro, provincia di Laguna, zona Torr-1' };
  answers.getMyZones = [200, { zones: [{ code: 'Torr-1', name: 'Città' }], devices: [] }];
  await userEvent.click(await screen.findByRole('button', mine));
  await waitFor(() => expect(bodiesOf('saveMyZones')).toEqual([{ zones: ['Torr-1'] }]));

  const next = within(await screen.findByRole('region', { name: 'Bollettino' }));
  expect(next.getByText(/Attiva la lettura, o carica i file, un amministratore/)).toBeVisible();
  expect(next.queryByRole('button', { name: 'Carica i file' })).toBeNull();
  answers.getMyZones = [200, { zones: [], devices: [] }];
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }));
  await waitFor(() => expect(bodiesOf('saveMyZones')[1]).toEqual({ zones: [] }));
  expect(await screen.findByRole('region', { name: 'Di quale Comune sei?' })).toBeVisible();
});

test('where there is no bulletin an admin reads what to do, and uploads one', async () => {
  fakeServer({
    getMe: [200, user({ role: 'admin' })],
    getMyZones: [200, { zones: [], devices: [] }],
    getLevels: [200, { date: levels.date, bulletin: null, zones: [] }],
    getBulletinReader: [200, READER],
  });
  storeAccessToken('token');
  showWithCache(<AlertsScreen />);
  const panel = within(await screen.findByRole('region', { name: 'Il bollettino' }));
  await userEvent.click(await panel.findByRole('button', { name: 'Attiva la lettura' }));
  expect(panel.getByText('BULLETIN_URL')).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: 'Carica i file' }));
  expect(panel.getByRole('button', { name: 'Carica il bollettino' })).toBeVisible();
});

const square = (west: number): ZoneShapesRecord['features'][number]['geometry'] => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [west, 42],
        [west, 43],
        [west + 1, 43],
        [west + 1, 42],
        [west, 42],
      ],
    ],
  ],
});
const shapes: ZoneShapesRecord = {
  type: 'FeatureCollection',
  source: 'nazionale',
  features: [
    { type: 'Feature', properties: { zone: 'Vald-B', name: 'BASSO TORNO' }, geometry: square(11) },
    { type: 'Feature', properties: { zone: null, name: 'Nessun luogo' }, geometry: square(12) },
  ],
};
/** The patterns of the drawn zones, in their order; those of the legend are of rectangles. */
const fills = () =>
  [...document.querySelectorAll('path[fill^="url(#zone-"]')].map((path) => path.getAttribute('fill'));

test('the map fills each zone with the pattern of its level, for today or tomorrow, and says it in words', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage() {}
      terminate() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  const answers: Answers = {
    getLevels: [200, levels],
    getMyZones: [200, OWN],
    getZoneShapes: [200, shapes],
    listDeviceStatuses: [200, []],
    listMySettings: [200, { settings: [] }],
  };
  const { callsOf } = fakeServer(answers, { getZoneShapes: 'W/"1"' });
  const { socket } = showWithCache(<AlertsScreen />);
  const panel = within(await screen.findByRole('region', { name: 'Mappa delle zone' }));
  await panel.findByRole('region', { name: /l’elenco sotto dice lo stesso/ });
  // What no bulletin names is hatched grey, whatever its neighbours are.
  await waitFor(() => expect(fills()).toEqual(['url(#zone-arancio)', 'url(#zone-unknown)']));
  const list = within(panel.getByRole('region', { name: 'Zone sulla mappa, per livello' }));
  expect(list.getByText('Allerta arancione: 1 zona').closest('details')).toHaveTextContent(
    'Vald-B Basso Torno',
  );
  expect(list.getByText('Nessuna allerta: 0 zone')).toBeVisible();
  expect(list.getByText('Non disponibile: 1 zona').closest('details')).toHaveTextContent('Nessun luogo');
  expect(panel.getByText('Forma non disponibile: 2 zone').closest('details')).toHaveTextContent(
    'Vald-C Conca',
  );
  const [zone] = document.querySelectorAll('path[fill="url(#zone-arancio)"]');
  if (zone) fireEvent.click(zone);
  expect(panel.getByRole('status')).toHaveTextContent('Allerta arancione · Vald-B Basso Torno');

  const bulletin = { id: 1, name: 'Vecchio', issued_at: '2026-11-19T14:12:00.000Z', stale: true };
  answers.getLevels = [200, { ...levels, bulletin, zones: [] }];
  act(() => socket.changed('bulletins_changed'));
  await waitFor(() => expect(fills()).toEqual(['url(#zone-unknown)', 'url(#zone-unknown)']));
  expect(panel.getByText('Non aggiornato')).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: 'Domani' }));
  expect(panel.getByRole('button', { name: 'Domani', pressed: true })).toBeVisible();
  await waitFor(() => expect(callsOf('getZoneShapes').at(-1)?.headers.get('if-none-match')).toBe('W/"1"'));
});

test.each([
  ['cap', /messaggi CAP, che non portano la forma/],
  [null, /La mappa compare dopo il primo bollettino nazionale/],
] as const)(
  'with a source of %s and no shape there is no map, and words say where the levels are',
  async (source, words) => {
    fakeServer({ getZoneShapes: [200, { ...shapes, source, features: [] }], getLevels: [200, levels] });
    showWithCache(<AlertsScreen />);
    expect(await screen.findByText(words)).toBeVisible();
  },
);
