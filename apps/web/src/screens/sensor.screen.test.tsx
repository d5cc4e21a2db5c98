import type { SensorRecord } from '@semaforo/contract/api/sensors';
import { deviceRecord, user } from '@semaforo/testing/factories';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer, lateReply } from '../test/fake-server.ts';
import { READ_AT, RULE, sensor } from '../test/sensor-record.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { SensorScreen } from './sensor.screen.tsx';

function open(shown: SensorRecord, answers: Answers = {}) {
  storeAccessToken('token');
  const served: Answers = {
    getMe: [200, user({ username: 'valdombra' })],
    listSensors: [200, [shown]],
    getSensorPast: [200, { minutes: [], events: [] }],
    getDevicePast: [200, { reports: [], commands: [], errors: [], out_of_sync: [] }],
    listDeviceStatuses: [200, [deviceRecord({ id: 3, device_name: 'Sottopasso Mulini' })]],
    ...answers,
  };
  const server = fakeServer(served);
  showWithCache(
    <MemoryRouter initialEntries={['/acqua/7']}>
      <Routes>
        <Route path="/acqua/:id" element={<SensorScreen />} />
      </Routes>
    </MemoryRouter>,
  );
  return { ...server, answers: served };
}

test('a site shows how high the water stands, what it asks for and what it does', async () => {
  open(sensor({ asked: 'rosso' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Acqua Mulini' })).toBeVisible();
  expect(screen.getByText('l’acqua chiede rosso')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Livello' })).getByText('37')).toBeVisible();
  expect(screen.getByRole('radio', { name: /Propone/ })).toBeChecked();
  expect(screen.getByText('giallo dopo 6 min')).toBeVisible();
  expect(await screen.findByText('Sottopasso Mulini')).toBeVisible();
});

test('of a silent sensor no number is shown as the level', async () => {
  open(sensor({ silent_since: READ_AT, level: 10 }));
  const level = within(await screen.findByRole('region', { name: 'Livello' }));
  expect(level.getByText('?')).toBeVisible();
  expect(screen.getByText(/^Sensore muto da/)).toBeVisible();
  expect(screen.getByText(/Ultimo livello saputo: 10 cm alle 03:30/)).toBeVisible();
  expect(screen.getByText(/Non sappiamo quanta acqua c’è adesso/)).toBeVisible();
});

test('of a silent float it is not said that water lifts it', async () => {
  open(sensor({ silent_since: READ_AT, level: null, level_at: null, float: true }));
  const level = within(await screen.findByRole('region', { name: 'Livello' }));
  expect(level.getByText('?')).toBeVisible();
  expect(level.queryByText('Galleggiante alzato')).toBeNull();
  expect(level.queryByText('Mai sentito')).toBeNull();
});

test('while the broker is away the level is only the last that was known', async () => {
  const broker = {
    connected: false,
    since: READ_AT,
    reason: 'Broker non raggiungibile',
    sharedLogin: false,
    now: READ_AT,
  };
  open(sensor(), { getBrokerStatus: [200, broker] });
  const level = within(await screen.findByRole('region', { name: 'Livello' }));
  expect(await level.findByText('?')).toBeVisible();
  expect(level.getByText(/^Ultima lettura.*: 37 cm$/)).toBeVisible();
});

test('the policy is changed by one press, and a refusal is said', async () => {
  const refusal = { code: 'no-signals', error: 'Per alzare da solo serve un segnale' };
  const server = open(sensor(), { saveSensorRule: [422, refusal] });
  await userEvent.click(await screen.findByRole('radio', { name: /Alza da solo/ }));
  expect(server.callsOf('saveSensorRule')[0]?.body).toEqual({ ...RULE, policy: 'raise' });
  expect(await screen.findByText('Per alzare da solo serve un segnale')).toBeVisible();
});

test('a rule that cannot be is refused before it is sent', async () => {
  const server = open(sensor());
  await userEvent.click(await screen.findByRole('button', { name: 'Cambia la regola…' }));
  const clear = screen.getByRole('textbox', { name: 'Rosso, cala sotto (cm)' });
  await userEvent.clear(clear);
  await userEvent.type(clear, '40');
  await userEvent.click(screen.getByRole('button', { name: 'Salva la regola' }));
  expect(screen.getByRole('alert')).toHaveTextContent('rosso: il livello a cui cala deve stare sotto 30 cm');
  expect(server.callsOf('saveSensorRule')).toEqual([]);
});

test('a rule that the server refuses stays in its form until it is saved', async () => {
  const refusal = { code: 'no-signals', error: 'Uno dei segnali non c’è più' };
  const { answers } = open(sensor(), { saveSensorRule: [422, refusal] });
  await userEvent.click(await screen.findByRole('button', { name: 'Cambia la regola…' }));
  const level = screen.getByRole('textbox', { name: 'Rosso, da (cm)' });
  await userEvent.clear(level);
  await userEvent.type(level, '55');
  await userEvent.click(screen.getByRole('button', { name: 'Salva la regola' }));
  expect(await screen.findByText('Uno dei segnali non c’è più')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Rosso, da (cm)' })).toHaveValue('55');

  const late = lateReply('saveSensorRule');
  answers.saveSensorRule = late.reply;
  await userEvent.click(screen.getByRole('button', { name: 'Salva la regola' }));
  expect(screen.getByRole('textbox', { name: 'Rosso, da (cm)' })).toBeVisible();
  late.give(200, sensor());
  expect(await screen.findByText('Regola salvata')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Rosso, da (cm)' })).toBeNull();
});

test('a rule that is taken away is said to be gone', async () => {
  open(sensor(), { deleteSensorRule: [200, sensor({ rule: null })] });
  await userEvent.click(await screen.findByRole('button', { name: 'Togli la regola' }));
  expect(await screen.findByText('Regola tolta')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Scrivi la regola…' })).toBeVisible();
});

test('a person on the spot says what there is', async () => {
  const person = { saw: true, by: 'valdombra', at: READ_AT };
  const server = open(sensor(), { sayWater: [200, sensor({ person })] });
  await userEvent.click(await screen.findByRole('button', { name: 'C’è acqua' }));
  expect(server.callsOf('sayWater')[0]?.body).toEqual({ water: true });
  expect(await screen.findByText(/L’ultimo è stato valdombra: ha visto acqua/)).toBeVisible();
});

test('the chart names thresholds and gaps as people write them', async () => {
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const minute = { level: 3, level_min: 3, level_max: 3, rain: null, float: null };
  const rule = { ...RULE, thresholds: [{ color: 'rosso' as const, at: 12.5, clear_at: 7.5, for_s: 0 }] };
  open(sensor({ rule }), {
    getSensorPast: [
      200,
      {
        minutes: [
          { minute: at(90), ...minute },
          { minute: at(1), ...minute },
        ],
        events: [],
      },
    ],
  });
  const chart = await screen.findByRole('img', { name: /rosso a 12,5 cm/ });
  expect(chart).toHaveTextContent('rosso 12,5 cm');
  expect(chart).toHaveTextContent('cala sotto 7,5');
  expect(chart).toHaveTextContent('nessuna misura 1 h 29 min');
});
