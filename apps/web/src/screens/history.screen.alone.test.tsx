import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import type { Bar } from 'react-chartjs-2';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { HistoryScreen } from './history.screen.tsx';

// jsdom draws on no canvas: what the chart is given is read instead.
vi.mock('react-chartjs-2', () => ({
  Bar: ({ data }: ComponentProps<typeof Bar>) => (
    <div data-testid="chart">{JSON.stringify(data.datasets)}</div>
  ),
}));

const footInView: (() => void)[] = [];

beforeEach(() => {
  footInView.length = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        footInView.push(() => report([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true });
  vi.spyOn(console, 'warn').mockReturnValue();
});

function historyRecord(changes: Partial<HistoryRecord>): HistoryRecord {
  return {
    id: 1,
    created_at: '2026-11-20T02:13:55.000Z',
    color: 'arancio',
    device_name: 'Diga Vecchia',
    device_topic: '/3/valdombra/s1',
    payloads: '["out3=1","out1=0"]',
    outcome: 'confermato',
    outcome_reason: null,
    shown: null,
    lit: [],
    username: 'valdombra',
    origin: 'operatore',
    ...changes,
  };
}

function answer(...records: HistoryRecord[]) {
  return fakeServer({ listHistory: [200, records] });
}

function show() {
  return showWithCache(
    <MemoryRouter>
      <HistoryScreen />
    </MemoryRouter>,
  );
}

const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row');

test('the detail table shows Rome’s time, device, command with its outcome, and payloads', async () => {
  answer(
    historyRecord({ id: 2 }),
    historyRecord({
      color: 'rosso',
      device_name: null,
      outcome: 'fallito',
      outcome_reason: 'Dispositivo silenzioso',
      shown: 'arancio',
      payloads: 'out4=1,out1=0',
    }),
  );
  show();
  await screen.findByRole('table', { name: 'Dettaglio dei comandi' });
  const [head, first, second] = rowsOf('Dettaglio dei comandi');
  expect(head).toHaveTextContent('Data/OraDispositivoComandoMostraPayloads');
  expect(first).toHaveTextContent(/20\/11\/2026, 03:13:55Diga VecchiaARANCIOConfermatoout3=1, out1=0/);
  expect(second).toHaveTextContent(
    '/3/valdombra/s1ROSSOFallitoDispositivo silenziosoMostra arancioout4=1, out1=0',
  );
});

test('a record without an outcome is shown without one', async () => {
  const { outcome: _, outcome_reason: __, ...bare } = historyRecord({});
  fakeServer({ listHistory: [200, [bare as HistoryRecord]] });
  show();
  await screen.findByRole('table', { name: 'Dettaglio dei comandi' });
  expect(rowsOf('Dettaglio dei comandi')[1]).toHaveTextContent(/ARANCIOout3=1, out1=0$/);
});

test('the chart and the table beside it count the commands per color, from 0', async () => {
  answer(historyRecord({ id: 3 }), historyRecord({ id: 2 }), historyRecord({ color: 'acceso' }));
  show();
  expect(await screen.findByRole('heading', { name: 'Comandi inviati per colore' })).toBeVisible();
  expect(await screen.findByTestId('chart')).toHaveTextContent('"label":"Comandi","data":[0,0,2,0]');
  const figures = rowsOf('Comandi per colore').map((row) => row.textContent);
  expect(figures).toEqual(['ColoreComandi', 'Verde0', 'Giallo0', 'Arancio2', 'Rosso0']);
});

test('Raggruppa joins the devices by UTC time of day and color, and Mostra Dettagli goes back', async () => {
  answer(historyRecord({ id: 2 }), historyRecord({ device_name: 'Palasport' }));
  show();
  await screen.findByRole('table', { name: 'Dettaglio dei comandi' });
  await userEvent.click(screen.getByRole('button', { name: 'Raggruppa' }));
  const [head, group] = rowsOf('Comandi raggruppati');
  expect(head).toHaveTextContent('OraColoreDispositivi');
  expect(group).toHaveTextContent('02:13:55ARANCIODiga Vecchia, Palasport');
  await userEvent.click(screen.getByRole('button', { name: 'Mostra Dettagli' }));
  expect(screen.getByRole('table', { name: 'Dettaglio dei comandi' })).toBeVisible();
});

test('the grouped history names the devices that showed something else', async () => {
  answer(
    historyRecord({ id: 2, outcome: 'fallito', shown: 'rosso' }),
    historyRecord({ id: 3, device_name: 'Palasport', outcome: 'superato', shown: 'arancio' }),
    historyRecord({
      ...{ id: 4, device_name: 'Ponte', outcome: 'scaduto' },
      ...{ shown: 'arancio', lit: ['verde', 'arancio'] },
    }),
  );
  show();
  await screen.findByRole('table', { name: 'Dettaglio dei comandi' });
  await userEvent.click(screen.getByRole('button', { name: 'Raggruppa' }));
  const [, group] = rowsOf('Comandi raggruppati');
  expect(group).toHaveTextContent(
    'Diga Vecchia, Palasport, PonteDiga Vecchia mostra rosso, Ponte mostra verde e arancio',
  );
  expect(group).not.toHaveTextContent('Palasport mostra');
});

test('hostile names and payloads are shown as they are', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  answer(historyRecord({ device_name: hostile, payloads: hostile }));
  show();
  expect(await screen.findAllByText(hostile)).toHaveLength(2);
});

test('scrolling to the end of a full page reads the commands before its last', async () => {
  answer(...Array.from({ length: 200 }, (_, index) => historyRecord({ id: 1_000 - index })));
  show();
  await screen.findByRole('button', { name: 'Mostra i precedenti' });
  expect(screen.getByText('Negli ultimi 200 comandi')).toBeVisible();

  const server = answer(historyRecord({ id: 5, device_name: 'Il più vecchio' }));
  footInView.at(-1)?.();
  expect(await screen.findByText('Il più vecchio')).toBeVisible();
  expect(server.calls[0]?.url.searchParams.get('before')).toBe('801');
  expect(screen.queryByRole('button', { name: 'Mostra i precedenti' })).toBeNull();
});

test('of thousands of commands only the rows near the window are in the page, and all are counted', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(45);
  answer(...Array.from({ length: 5_000 }, (_, index) => historyRecord({ id: 9_000 - index })));
  show();
  const table = await screen.findByRole('table', { name: 'Dettaglio dei comandi' });
  expect(table).toHaveAttribute('aria-rowcount', '5001');
  expect(rowsOf('Dettaglio dei comandi').length).toBeGreaterThan(10);
  expect(rowsOf('Dettaglio dei comandi').length).toBeLessThan(100);
});

test('an empty history says so', async () => {
  answer();
  show();
  expect(await screen.findByText('Nessun comando registrato.')).toBeVisible();
});

test('a history that cannot be read says so and can be read again', async () => {
  fakeServer({ listHistory: [500, { error: 'Errore interno', code: 'internal' }] });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Lo storico non si è caricato.');
  answer(historyRecord({}));
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByText('Diga Vecchia')).toBeVisible();
});

test('the devices of one command stand by name, under the newer commands', async () => {
  const at = (id: number, device_name: string, created_at: string) =>
    historyRecord({ id, device_name, created_at });
  answer(
    at(4, 'Argine', '2026-11-20T02:14:00.000Z'),
    at(3, 'Viadotto', '2026-11-20T02:13:55.000Z'),
    at(2, 'Palo 10', '2026-11-20T02:13:55.000Z'),
    at(1, 'Palo 2', '2026-11-20T02:13:55.000Z'),
  );
  show();
  await screen.findByRole('table', { name: 'Dettaglio dei comandi' });
  const names = rowsOf('Dettaglio dei comandi').map((row) => row.children[1]?.textContent);
  expect(names.slice(1)).toEqual(['Argine', 'Palo 2', 'Palo 10', 'Viadotto']);
});

test('what is read of the history is searched by device, outcome or author, and sorted by a head', async () => {
  answer(
    historyRecord({ id: 3, device_name: 'Viadotto', outcome: 'fallito', outcome_reason: 'Silenzioso' }),
    historyRecord({ id: 2, device_name: 'Argine', username: 'rivachiara', color: 'verde' }),
  );
  show();
  await screen.findByRole('table', { name: 'Dettaglio dei comandi' });
  const names = () =>
    rowsOf('Dettaglio dei comandi')
      .slice(1)
      .map((row) => row.children[1]?.textContent);
  const search = screen.getByLabelText('Cerca tra i comandi letti');
  await userEvent.type(search, 'FALLITO');
  expect(names()).toEqual(['Viadotto']);
  await userEvent.clear(search);
  await userEvent.type(search, 'riva');
  expect(names()).toEqual(['Argine']);
  await userEvent.type(search, 'zzz');
  expect(screen.getByText('Nessun comando trovato tra quelli letti.')).toBeVisible();
  await userEvent.clear(search);
  await userEvent.click(screen.getByRole('button', { name: 'Dispositivo' }));
  expect(names()).toEqual(['Argine', 'Viadotto']);
});
