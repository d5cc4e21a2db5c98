import type { DaySheet, DaySheetRow } from '@semaforo/contract/api/day-sheet';
import { user } from '@semaforo/testing/factories';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { DaySheetScreen } from './day-sheet.screen.tsx';

const ROW: DaySheetRow = {
  ...{ kind: 'comando', test: false, at: '2026-11-22T09:00:00.000Z', until: null },
  ...{ what: 'rosso', whom: 's1, s2, s3 e altri 2', outcome: 'confermato da 4 di 5; s5: Non confermato' },
  ...{ author: 'valdombra', approved_by: 'ada' },
};
const ERROR: DaySheetRow = {
  ...ROW,
  ...{ kind: 'errore', at: '2026-11-21T22:59:00.000Z', until: '2026-11-21T23:01:05.000Z' },
  ...{ what: 'Dispositivo non in linea', whom: 'Argine', outcome: 'finito', author: null, approved_by: null },
};
const TEST: DaySheetRow = { ...ROW, kind: 'prova lampade', test: true, approved_by: null };
const SHEET: DaySheet = {
  ...{ date: '2026-11-22', comune: 'valdombra', from: '2026-11-21T23:00:00.000Z' },
  ...{ to: '2026-11-22T23:00:00.000Z', read_at: '2026-11-22T12:00:00.000Z', whole_until: null },
  rows: [ERROR, ROW, TEST],
};

const show = (answers: Parameters<typeof fakeServer>[0] = {}) => {
  storeAccessToken('t1');
  const server = fakeServer({
    getMe: [200, user({ id: 2 })],
    getDaySheet: [200, SHEET],
    ...answers,
  });
  showWithCache(
    <MemoryRouter>
      <DaySheetScreen />
    </MemoryRouter>,
  );
  return server;
};

test('the sheet says whose day it is and tells it in order of time, tests marked as such', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Fatti di domenica 22 novembre 2026' });
  const [, error, command, lampTest] = within(table).getAllByRole('row');
  expect(error).toHaveTextContent(
    '21/11 23:59:0000:01:052 minuti e 5 secondiErrore Dispositivo non in lineaArginefinito–',
  );
  expect(command).toHaveTextContent(
    '10:00:00––Comando rossos1, s2, s3 e altri 2confermato da 4 di 5; s5: Non confermatovaldombra, con ada',
  );
  expect(command).not.toHaveTextContent('PROVA');
  expect(lampTest).toHaveTextContent('Prova lampade PROVA');
  const head = screen.getByText('domenica 22 novembre 2026').parentElement;
  expect(head).toHaveTextContent(/valdombra3 righe, dati del 22\/11\/2026, 13:00:00, stampato il /);
  expect(screen.queryByLabelText('Comune')).toBeNull();
});

test('another day is read when it is chosen, printed and saved as a table', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  const server = show({ exportDaySheet: [500, {}] });
  await screen.findByRole('table');
  fireEvent.change(screen.getByLabelText('Giorno'), { target: { value: '2026-10-25' } });
  const dates = () => server.callsOf('getDaySheet').map(({ url }) => url.searchParams.get('date'));
  await waitFor(() => expect(dates().at(-1)).toBe('2026-10-25'));
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Stampa o PDF' }));
  expect(print).toHaveBeenCalledOnce();
  vi.spyOn(console, 'warn').mockReturnValue();
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  expect(await screen.findByText('Il file CSV non è stato scaricato.')).toBeVisible();
  expect(server.callsOf('exportDaySheet')[0]?.url.searchParams.get('date')).toBe('2026-10-25');
});

test('an admin chooses the Comune', async () => {
  const server = show({
    getMe: [200, user({ username: 'admin', role: 'admin' })],
    listUsers: [200, { users: [{ ...user({ id: 7, username: 'torrealta' }), devices: [] }] }],
  });
  await screen.findByRole('option', { name: 'torrealta' });
  await userEvent.selectOptions(screen.getByLabelText('Comune'), 'torrealta');
  await waitFor(() => expect(server.callsOf('getDaySheet').at(-1)?.url.searchParams.get('userId')).toBe('7'));
});

test('a day without anything, one that is not whole and one that was not read say so', async () => {
  show({ getDaySheet: [200, { ...SHEET, rows: [] }] });
  expect(await screen.findByText('In questo giorno non è successo niente.')).toBeVisible();
  fakeServer({ getDaySheet: [200, { ...SHEET, whole_until: ROW.at }] });
  await userEvent.click(screen.getByRole('button', { name: 'Aggiorna' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('il foglio è completo solo fino alle 10:00:00');
});

test('a sheet that was not read says so, and can be asked for again', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  show({ getDaySheet: [503, { error: 'Non disponibile', code: 'unavailable' }] });
  expect(await screen.findByText('Il foglio del giorno non si è caricato.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Stampa o PDF' })).toBeDisabled();
  fakeServer({ getDaySheet: [200, SHEET] });
  await userEvent.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByRole('table')).toBeVisible();
});
