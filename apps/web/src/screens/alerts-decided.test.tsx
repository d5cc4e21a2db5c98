import type { Alert } from '@semaforo/contract/api/alerts';
import { deviceRecord, user } from '@semaforo/testing/factories';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ExerciseFrame } from '../alerts/exercise-frame.tsx';
import { UndoDecision } from '../alerts/undo-decision.tsx';
import { storeAccessToken } from '../api/session.ts';
import { SideMenu } from '../app/side-menu.tsx';
import { forgetLiveConnection, noteLiveConnection } from '../live/live-connection.ts';
import { noteServerTime } from '../platform/server-clock.ts';
import { inCourse, proposal } from '../test/alert-record.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { sensor } from '../test/sensor-record.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { AlertsScreen } from './alerts.screen.tsx';

/** Saturday 21 November 2026, 20:36 in Rome. */
const NOW = '2026-11-21T19:36:00.000Z';

const serve = (alerts: Alert[], more: Answers = {}) =>
  fakeServer({
    listAlerts: [200, alerts],
    getMyZones: [200, { zones: [{ code: 'Vald-B', name: 'Basso Torno' }], devices: [] }],
    getLevels: [200, { date: '2026-11-21', bulletin: null, zones: [] }],
    listDeviceStatuses: [
      200,
      [
        deviceRecord({ id: 1, topic: '/3/v/s1', device_name: 'Sottopasso FS', status: 'rosso' }),
        deviceRecord({ id: 2, topic: '/3/v/s2', device_name: 'Piazza', status: 'giallo' }),
      ],
    ],
    previewAlertEnd: [200, { signals: [] }],
    listGroups: [200, { groups: [] }],
    getMe: [200, user({ id: 4 })],
    ...more,
  });
const card = async (name: RegExp) => within(await screen.findByRole('article', { name }));

beforeEach(() => noteServerTime(NOW));
afterEach(forgetLiveConnection);

test('an alert says how many of its signals show its color now, and while the link is cut what was last known', async () => {
  serve([inCourse]);
  showWithCache(<AlertsScreen />);
  const shown = await card(/gialla/);
  act(() => noteLiveConnection(true, Date.parse(NOW)));
  expect(await shown.findByText(/1\/2 mostrano giallo adesso; non lo mostra: Sottopasso FS/)).toBeVisible();
  act(() => noteLiveConnection(false, Date.parse(NOW)));
  expect((await card(/gialla/)).getByText(/1\/2 mostravano giallo \(ultimo dato noto\)/)).toBeVisible();
});

test('an admin reads whose alert it is, its own Comune does not', async () => {
  const owned = { ...inCourse, owner: 'torrealta' };
  serve([owned], { getMe: [200, user({ username: 'admin', role: 'admin' })] });
  storeAccessToken('token');
  const { unmount } = showWithCache(<AlertsScreen />);
  expect(await (await card(/gialla/)).findByText('torrealta')).toBeVisible();
  unmount();
  const server = serve([owned], { getMe: [200, user({ username: 'torrealta' })] });
  showWithCache(<AlertsScreen />);
  await card(/gialla/);
  await waitFor(() => expect(server.callsOf('getMe')).toHaveLength(1));
  expect(screen.queryByText('torrealta')).toBeNull();
});

test('a proposal says what, when and whom, and a person confirms it, or rejects it at one press', async () => {
  const { bodiesOf } = serve([proposal], {
    confirmAlert: [200, { ...proposal, state: 'confermata' }],
    rejectAlert: [200, { ...proposal, state: 'rifiutata' }],
  });
  showWithCache(<AlertsScreen />);
  const shown = await card(/Allerta arancione, domenica 22 novembre 2026, 00:00–23:59/);
  expect(shown.getByText('Proposta')).toBeVisible();
  expect(shown.getByText(/zona Vald-B, 12 semafori · inizia fra 3 ore e 24 minuti/)).toBeVisible();
  await userEvent.click(shown.getByRole('button', { name: 'Conferma per domani' }));
  await waitFor(() => expect(bodiesOf('confirmAlert')).toHaveLength(1));
  await userEvent.click(shown.getByRole('button', { name: 'Rifiuta' }));
  await waitFor(() => expect(bodiesOf('rejectAlert')).toEqual([{}]));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('whoever asked for an alert that needs two cannot confirm it, and is told why; another person can', async () => {
  const requested: Alert = { ...proposal, color: 'rosso', awaits: 'seconda persona', author: 'valdombra' };
  serve([requested, { ...requested, id: 8, color: 'giallo', author: 'anna' }]);
  storeAccessToken('token');
  showWithCache(<AlertsScreen />);
  const own = (await card(/^Allerta rossa/)).getByRole('button', { name: 'Conferma per domani' });
  await waitFor(() => expect(own).toBeDisabled());
  expect(own).toHaveAccessibleDescription(
    /^L’hai chiesta tu e serve una seconda persona: la conferma un’altra/,
  );
  const others = await card(/^Allerta gialla/);
  expect(others.getByRole('button', { name: 'Conferma per domani' })).toBeEnabled();
  expect(others.getByText(/Serve una seconda persona.*/)).toBeVisible();
});

test('an alert in course shows what a person commanded otherwise, and the way back', async () => {
  const { bodiesOf } = serve([inCourse], { returnToAlert: [200, { ...inCourse, overrides: [] }] });
  showWithCache(<AlertsScreen />);
  const shown = await card(/^Allerta gialla/);
  expect(shown.getByText(/fino alle 23:59 di oggi · 1\/2 mostr/)).toBeVisible();
  expect(shown.getByText('Comando manuale fino alle 23:59')).toBeVisible();
  const hours = within(screen.getByRole('table', { name: /prossime 72 ore/ }));
  expect(hours.getByRole('row', { name: /Comando manuale fino alle 23:59: rosso/ })).toHaveTextContent(
    'Comando manuale di annaSottopasso FS',
  );
  await userEvent.click(shown.getByRole('button', { name: 'Torna all’allerta' }));
  await waitFor(() => expect(bodiesOf('returnToAlert')).toEqual([{}]));
});

test('the frame of an exercise says what it does to the lamps, and ends it', async () => {
  const { bodiesOf } = serve([{ ...inCourse, drill: true, whom: 'nessuno', total: 0, overrides: [] }], {
    concludeAlert: [200, proposal],
  });
  showWithCache(<ExerciseFrame blocked={false} />);
  const bar = within(await screen.findByRole('status'));
  expect(
    await bar.findByText(/Solo schermo: le lampade vere non cambiano, nulla va ai cittadini/),
  ).toBeVisible();
  expect(bar.getByText(/simulata fino alle 23:59 di oggi/)).toBeVisible();
  await userEvent.click(bar.getByRole('button', { name: 'Termina l’esercitazione' }));
  await userEvent.click(screen.getByRole('button', { name: 'Termina' }));
  await waitFor(() => expect(bodiesOf('concludeAlert')).toEqual([{ keep_overrides: true }]));
});

test('what a machine raised asks for its end, and what was missed for its beginning', async () => {
  serve([
    { ...inCourse, id: 1, awaits: 'fine', author: null },
    { ...proposal, id: 2, state: 'confermata', awaits: 'inizio', author: 'anna' },
  ]);
  showWithCache(<AlertsScreen />);
  expect((await card(/gialla/)).getByRole('button', { name: 'Conferma la fine' })).toBeVisible();
  expect((await card(/arancione/)).getByRole('button', { name: /^Accendi arancio adesso su/ })).toBeVisible();
});

test('the end that a machine did not confirm is asked with what each lamp will do', async () => {
  const { bodiesOf } = serve([{ ...inCourse, awaits: 'fine', author: null }], {
    concludeAlert: [200, { ...inCourse, state: 'conclusa' }],
    previewAlertEnd: [
      200,
      {
        signals: [
          {
            ...{ deviceId: 1, name: 'Sottopasso FS', from: 'rosso', to: null },
            ...{ override: { color: 'rosso', to: 'verde' }, verde: 'verde' },
          },
        ],
      },
    ],
  });
  showWithCache(<AlertsScreen />);
  const shown = await card(/gialla/);
  expect(shown.queryByRole('button', { name: 'Concludi' })).toBeNull();
  await userEvent.click(shown.getByRole('button', { name: 'Conferma la fine' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByRole('list', { name: 'Che cosa faranno le lampade' })).toHaveTextContent(
    'Sottopasso FS, ROSSO manuale: resta rosso',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Concludi' }));
  await waitFor(() => expect(bodiesOf('concludeAlert')).toEqual([{ keep_overrides: true }]));
});

test('an exercise says so in words, and is on the screen only unless devices are chosen', async () => {
  const { bodiesOf } = serve([{ ...inCourse, drill: true, whom: 'nessuno', total: 0, overrides: [] }], {
    createAlert: [201, proposal],
  });
  showWithCache(<AlertsScreen />);
  const shown = await card(/simulata/);
  expect(shown.getByText('ESERCITAZIONE')).toBeVisible();
  expect(shown.getByText(/le lampade vere non cambiano, nulla va ai cittadini/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Esercitazione' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Allerta rossa' }));
  expect(screen.getByRole('button', { name: 'Solo schermo', pressed: true })).toBeVisible();
  await userEvent.type(screen.getByLabelText('Motivo'), 'Prova annuale');
  await userEvent.click(screen.getByRole('button', { name: 'Conferma l’esercitazione' }));
  await waitFor(() =>
    expect(bodiesOf('createAlert')).toEqual([
      {
        color: 'rosso',
        from: '2026-11-21T20:36',
        to: '2026-11-21T23:59',
        reason: 'Prova annuale',
        drill: true,
      },
    ]),
  );
});

test('an end before the beginning is said at the field, and a changed proposal replaces the one it came from', async () => {
  const { bodiesOf } = serve([proposal], {
    createAlert: [201, { ...proposal, id: 9 }],
    rejectAlert: [200, { ...proposal, state: 'rifiutata' }],
  });
  showWithCache(<AlertsScreen />);
  await userEvent.click((await card(/arancione/)).getByRole('button', { name: 'Modifica' }));
  expect(
    await screen.findByText(/domenica 22 novembre 2026, ore 00:00, fra 3 ore e 24 minuti/),
  ).toBeVisible();
  const end = screen.getByLabelText('A: giorno');
  await userEvent.clear(end);
  await userEvent.type(end, '2026-11-21');
  expect(screen.getByText(/«A» è prima di «Da»/)).toBeVisible();
  await userEvent.clear(end);
  await userEvent.type(end, '2026-11-22');
  await userEvent.click(screen.getByRole('button', { name: 'Conferma l’allerta' }));
  await waitFor(() => expect(bodiesOf('rejectAlert')).toEqual([{ reason: 'Modificata: vale l’allerta 9' }]));
  expect(bodiesOf('createAlert')).toMatchObject([{ zone: 'Vald-B', color: 'arancio', drill: false }]);
});

test('the menu counts the proposals that wait, live, and nothing else', async () => {
  const answers: Answers = { listAlerts: [200, [proposal, { ...proposal, id: 8 }, inCourse]] };
  fakeServer(answers);
  const { socket } = showWithCache(
    <MemoryRouter>
      <SideMenu />
    </MemoryRouter>,
  );
  expect(await screen.findByRole('link', { name: /^Allerte.*2 proposte da decidere$/ })).toBeVisible();
  answers.listAlerts = [200, [inCourse]];
  act(() => socket.changed('alerts_changed'));
  expect(await screen.findByRole('link', { name: 'Allerte' })).toBeVisible();
});

test('the end of an alert is asked with what each lamp will do, and keeps what was set by hand unless told', async () => {
  const { bodiesOf } = serve([{ ...inCourse, color: 'arancio' }], {
    concludeAlert: [200, { ...inCourse, state: 'conclusa' }],
    previewAlertEnd: [
      200,
      {
        signals: [
          {
            ...{ deviceId: 1, name: 'Sottopasso FS', from: 'rosso', to: null },
            ...{ override: { color: 'rosso', to: 'verde' }, verde: 'verde' },
          },
          { deviceId: 2, name: 'Piazza', from: 'arancio', to: 'giallo', override: null, verde: 'giallo' },
        ],
      },
    ],
  });
  showWithCache(<AlertsScreen />);
  const shown = await card(/^Allerta arancione/);
  await userEvent.click(shown.getByRole('button', { name: 'Concludi' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const lamps = await dialog.findByRole('list', { name: 'Che cosa faranno le lampade' });
  expect(lamps).toHaveTextContent('Piazza: arancio → gialloSottopasso FS, ROSSO manuale: resta rosso');
  expect(dialog.getByText(/quella che non doveva esserci si revoca/)).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Togli anche i comandi manuali' }));
  expect(lamps).toHaveTextContent('Sottopasso FS: rosso → verde');
  await userEvent.click(dialog.getByRole('button', { name: 'Concludi' }));
  await waitFor(() => expect(bodiesOf('concludeAlert')).toEqual([{ keep_overrides: false }]));
});

test('who ends an alert chooses between what the lamps showed before and verde, where that differs', async () => {
  const giallo = { deviceId: 2, name: 'Piazza', from: 'arancio', to: 'giallo', override: null } as const;
  const answers: Answers = {
    concludeAlert: [200, { ...inCourse, state: 'conclusa' }],
    previewAlertEnd: [
      200,
      {
        signals: [
          { ...giallo, verde: 'verde' },
          // It showed the color of the alert before it, and would stay so.
          { ...giallo, deviceId: 3, name: 'Diga', to: null, verde: 'verde' },
        ],
      },
    ],
  };
  const { bodiesOf } = serve([{ ...inCourse, color: 'arancio' }], answers);
  showWithCache(<AlertsScreen />);
  await userEvent.click((await card(/^Allerta arancione/)).getByRole('button', { name: 'Concludi' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  const lamps = await dialog.findByRole('list', { name: 'Che cosa faranno le lampade' });
  expect(lamps).toHaveTextContent('Piazza: arancio → giallo');
  expect(dialog.getByRole('button', { name: 'Tornano com’erano (1 giallo, 1 arancio)' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Diventano verdi' }));
  expect(lamps).toHaveTextContent('2 semafori: arancio → verde');
  await userEvent.click(dialog.getByRole('button', { name: 'Concludi' }));
  await waitFor(() => expect(bodiesOf('concludeAlert')).toEqual([{ keep_overrides: true, to_verde: true }]));
});

test('a proposal whose time has come says what it lights, and a double click does not reach what follows', async () => {
  const due: Alert = { ...proposal, from: '2026-11-20T23:00:00.000Z', total: 12 };
  const alerts = [due];
  serve(alerts, { confirmAlert: [200, { ...due, state: 'in corso' }] });
  showWithCache(<AlertsScreen />);
  const shown = await card(/^Allerta arancione/);
  const confirm = shown.getByRole('button', { name: 'Accendi arancio adesso su 12' });
  alerts[0] = { ...due, state: 'in corso', author: 'anna' };
  await userEvent.click(confirm);
  await userEvent.click(await shown.findByRole('button', { name: 'Concludi' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('for ten seconds what was decided can be taken back; a failure says so and keeps the way', async () => {
  const decided: Alert = { ...proposal, state: 'rifiutata', decided_at: NOW };
  const { bodiesOf } = serve([proposal], {
    rejectAlert: [200, decided],
    undoAlertDecision: [409, { error: 'Troppo tardi', code: 'undo-too-late' }],
  });
  showWithCache(
    <>
      <AlertsScreen />
      <UndoDecision />
    </>,
  );
  await userEvent.click((await card(/^Allerta arancione/)).getByRole('button', { name: 'Rifiuta' }));
  const undo = await screen.findByRole('button', { name: 'Annulla il rifiuto' });
  await userEvent.click(undo);
  await waitFor(() => expect(bodiesOf('undoAlertDecision')).toHaveLength(1));
  expect(await screen.findByText('Troppo tardi')).toBeVisible();
  act(() => noteServerTime(new Date(Date.parse(NOW) + 11_000).toISOString()));
  await waitFor(() => expect(undo).not.toBeInTheDocument());
});

test('while the broker is away the end of an alert by water says no level as the one of now', async () => {
  const flooded = { ...inCourse, sensor_id: 7 };
  const answers: Answers = { listSensors: [200, [sensor()]] };
  serve([flooded], answers);
  const { unmount } = showWithCache(<AlertsScreen />);
  await userEvent.click(await (await card(/gialla/)).findByRole('button', { name: 'Concludi' }));
  expect(await screen.findByText('Adesso l’acqua è a 37 cm.')).toBeVisible();
  expect(screen.getByText(/Non chiede più nulla/)).toBeVisible();
  unmount();

  const reason = 'Broker non raggiungibile';
  const away = { connected: false, since: NOW, reason, sharedLogin: false, now: NOW };
  serve([flooded], { ...answers, getBrokerStatus: [200, away] });
  showWithCache(<AlertsScreen />);
  await userEvent.click(await (await card(/gialla/)).findByRole('button', { name: 'Concludi' }));
  expect(await screen.findByText('Non sappiamo quanta acqua c’è adesso.')).toBeVisible();
  expect(screen.queryByText(/Non chiede più nulla/)).toBeNull();
});
