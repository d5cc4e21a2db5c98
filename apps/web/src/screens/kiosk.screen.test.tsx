import { alert, deviceRecord } from '@semaforo/testing/factories';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { kioskDensity, kioskGrid } from '../devices/kiosk/kiosk-density.ts';
import { attention } from '../platform/attention.ts';
import { noteServerTime } from '../platform/server-clock.ts';
import { commandOf, NOW, SERVER, setUpDashboard } from '../test/dashboard.tsx';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { KioskScreen } from './kiosk.screen.tsx';

const STATION = deviceRecord({ id: 1, topic: '/3/v/s1', device_name: 'Stazione' });
const BRIDGE = deviceRecord({ id: 2, topic: '/3/v/s2', device_name: 'Ponte' });
const tones = vi.fn();

setUpDashboard();
beforeEach(() => {
  tones.mockClear();
  const node = { connect: () => node, gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() } };
  const oscillator = { ...node, frequency: { value: 0 }, start: tones, stop: vi.fn() };
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running';
      currentTime = 0;
      resume() {}
      createGain() {
        return node;
      }
      createOscillator() {
        return oscillator;
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const after = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();

async function openKiosk(answers: Answers, ...devices: (typeof STATION)[]) {
  fakeServer({ ...SERVER, listAlerts: [200, []], ...answers, listDeviceStatuses: [200, devices] });
  const page = showWithCache(
    <MemoryRouter>
      <KioskScreen />
    </MemoryRouter>,
  );
  await screen.findByRole('region', { name: /^(Tutti i|I 40) semafori/ });
  return page;
}
const failing = (record: typeof STATION, reason: string) => ({
  ...record,
  error: true,
  error_reason: reason,
});
const problems = () => screen.getByRole('region', { name: /^Problemi/ });

test('few signals are drawn as cards, more of them smaller, and of too many the gravest', () => {
  const densities = ['cards', 'cards', 'large', 'large', 'small', 'small', 'gravest'];
  expect([1, 24, 25, 100, 101, 240, 241].map(kioskDensity)).toEqual(densities);
  expect(kioskGrid(100)).toEqual({ columns: 10, rows: 10 });
  expect(kioskGrid(13)).toEqual({ columns: 4, rows: 4 });
  expect(kioskGrid(1)).toEqual({ columns: 3, rows: 3 });
});

test('five problems stand large, the newest first, then how many others', async () => {
  const many = Array.from({ length: 7 }, (_, index) =>
    failing(
      deviceRecord({
        id: index + 1,
        topic: `/3/v/s${index + 1}`,
        device_name: `Segnale ${index + 1}`,
        updated_at: `2026-11-20T01:0${index}:00.000Z`,
      }),
      'Dispositivo non in linea',
    ),
  );
  await openKiosk({}, ...many);
  const names = within(problems()).getAllByRole('heading', { level: 3 });
  expect(names.map(({ textContent }) => textContent)).toEqual([7, 6, 5, 4, 3].map((n) => `Segnale ${n}`));
  expect(problems()).toHaveTextContent('… e altri 2');
  expect(screen.getByRole('region', { name: /^Tutti/ })).toHaveAccessibleName(
    'Tutti i semafori 7 semafori in tutto',
  );
});

test('the tab of the browser tells how many problems there are, until the wall is left', async () => {
  const { unmount } = await openKiosk({}, failing(STATION, 'Silenzioso'), BRIDGE);
  expect(attention.get()).toBe(1);
  unmount();
  expect(attention.get()).toBe(0);
});

test('a new problem sounds once the sound is on; those from before, and silenced ones, do not', async () => {
  const { socket } = await openKiosk({}, failing(STATION, 'Silenzioso'), BRIDGE);
  await userEvent.click(screen.getByRole('button', { name: 'Suono spento' }));
  expect(tones).not.toHaveBeenCalled();
  act(() => socket.device_status([failing(BRIDGE, 'Dispositivo non in linea')]));
  await waitFor(() => expect(tones).toHaveBeenCalledTimes(3));

  act(() => socket.device_status([BRIDGE]));
  await screen.findByRole('heading', { name: /^Problemi 1/ });
  await userEvent.keyboard('s');
  expect(screen.getByRole('button', { name: /^Silenzio ancora (10:00|9:5\d): tasto S$/ })).toBeVisible();
  act(() => socket.device_status([failing(BRIDGE, 'Dispositivo non in linea')]));
  await screen.findByRole('heading', { name: /^Problemi 2/ });
  expect(tones).toHaveBeenCalledTimes(3);
});

test('nothing is commanded from a wall', async () => {
  await openKiosk({}, STATION);
  for (const name of ['Imposta', 'Pianifica', /^Ripristina/])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('a signal that is not up to date is a problem once the link is long back', async () => {
  await openKiosk({}, { ...STATION, stale: true }, BRIDGE);
  expect(screen.queryByRole('heading', { name: /^Problemi/ })).toBeNull();
  act(() => noteServerTime(new Date(Date.parse(NOW) + 120_000).toISOString()));
  expect(await screen.findByRole('heading', { name: /^Problemi 1/ }, { timeout: 30_000 })).toBeVisible();
  expect(problems()).toHaveTextContent('Non aggiornato, ultimo stato noto verde');
});

test('a silent signal is a problem for which the wall does not sound', async () => {
  const silent = { ...BRIDGE, silent_since: new Date(Date.parse(NOW) - 180_000).toISOString() };
  const { socket } = await openKiosk({}, STATION, BRIDGE);
  await userEvent.click(screen.getByRole('button', { name: 'Suono spento' }));
  act(() => socket.device_status([silent]));
  expect(await screen.findByRole('heading', { name: /^Problemi 1/ })).toBeVisible();
  expect(problems()).toHaveTextContent('Tace da 3 min, ultimo stato noto verde');
  expect(tones).not.toHaveBeenCalled();
  act(() => socket.device_status([{ ...silent, error: true, error_reason: 'Dispositivo silenzioso' }]));
  await waitFor(() => expect(tones).toHaveBeenCalled());
});

test('a command leaves the wall after five minutes', async () => {
  fakeServer({
    ...SERVER,
    listDeviceStatuses: [200, [STATION]],
    getLastCommand: [200, commandOf('confermato')],
  });
  showWithCache(
    <MemoryRouter>
      <KioskScreen />
    </MemoryRouter>,
  );
  const strip = await screen.findByRole('region', { name: 'Ultimo comando' });
  act(() => noteServerTime(new Date(Date.parse(NOW) + 301_000).toISOString()));
  await waitFor(() => expect(strip).not.toBeInTheDocument(), { timeout: 30_000 });
});

test('the wall says which alert is in course and what is proposed, and offers nothing to press', async () => {
  const hour = 3_600_000;
  const inCourse = alert({ id: 5, state: 'in corso', color: 'arancio', to: after(3 * hour) });
  const proposed = alert({ id: 6, state: 'proposta', color: 'giallo', from: after(24 * hour) });
  await openKiosk({ listAlerts: [200, [inCourse, proposed]] }, STATION);
  const line = await screen.findByRole('region', { name: 'Situazione' });
  expect(await within(line).findByText('Allerta arancione fino alle 06:00')).toBeVisible();
  expect(line).toHaveTextContent('Domani: proposta gialla');
  expect(within(line).queryAllByRole('button')).toEqual([]);
});

test('of too many signals the gravest are drawn, in their order', async () => {
  const many = Array.from({ length: 241 }, (_, index) =>
    deviceRecord({
      id: index + 1,
      topic: `/3/v/s${index + 1}`,
      device_name: `Segnale ${index + 1}`,
      status: index % 100 === 0 ? 'rosso' : 'verde',
    }),
  );
  await openKiosk({}, ...many);
  const tiles = within(screen.getByRole('region', { name: /^I 40 semafori più gravi/ })).getAllByRole(
    'listitem',
  );
  expect(tiles).toHaveLength(40);
  const rosso = tiles.filter((tile) => tile.dataset.cast === 'rosso');
  expect(rosso.map((tile) => within(tile).getByText(/^Segnale/).textContent)).toEqual([
    'Segnale 1',
    'Segnale 101',
    'Segnale 201',
  ]);
});
