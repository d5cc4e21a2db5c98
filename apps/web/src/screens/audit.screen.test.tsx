import type { AuditEntry, AuditSummary } from '@semaforo/contract/api/audit';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { AuditScreen } from './audit.screen.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

const entry = (changes: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  at: '2026-11-21T19:33:12.000Z',
  username: 'valdombra',
  address: '10.2.4.18',
  action: 'commands.send',
  target: 'command:1',
  before: null,
  after: null,
  outcome: 'riuscita',
  code: null,
  reason: null,
  times: 1,
  confirmed: null,
  total: null,
  seal: null,
  ...changes,
});

const SUMMARY: AuditSummary = {
  total: 18_616,
  matching: 214,
  failed: 9,
  chain: { rows: 18_616, newest: null, checked_at: '2026-11-21T19:30:00.000Z', fault: null },
};

const cellsOf = (row: HTMLElement | undefined) =>
  within(row ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.replace(/Dettagli.*/, ''));

test('each row says when, who, what, on what, how it ended and from where', async () => {
  fakeServer({
    listAudit: [
      200,
      {
        entries: [
          entry({
            id: 4,
            outcome: 'parziale',
            confirmed: 4,
            total: 6,
            after: { value: 'rosso', deviceType: 'semaforo' },
          }),
          entry({
            id: 3,
            outcome: 'rifiutata',
            code: 'command-too-old',
            reason: 'Comando troppo vecchio, non inviato',
            times: 3,
            after: { command: 'verde' },
            target: null,
          }),
          entry({
            id: 2,
            username: 'admin',
            action: 'devices.update',
            before: { name: 'Piazza', topic: '/3/v/s1' },
            after: { name: 'Ponte', topic: '/3/v/s1' },
          }),
          entry({ id: 1, username: 'semaforo', address: null, action: 'a.unknown', target: 'x:1' }),
        ],
      },
    ],
    summarizeAudit: [200, SUMMARY],
  });
  showWithCache(<AuditScreen />);
  const table = await screen.findByRole('table', { name: 'Registro delle azioni' });
  const [, partial, refused, changed, unknown] = within(table).getAllByRole('row');
  const when = '21/11/2026, 20:33:12';
  expect(cellsOf(partial)).toEqual([
    when,
    'valdombra',
    'ComandoROSSO',
    '6 semafori: 4 confermati',
    'Parziale 4/6',
    '10.2.4.18',
  ]);
  expect(cellsOf(refused).slice(2, 5)).toEqual([
    'ComandoVERDE',
    'Comando troppo vecchio, non inviato',
    'Rifiutata × 3',
  ]);
  expect(cellsOf(changed).slice(1, 5)).toEqual(['admin', 'Dispositivo modificato', 'Ponte', 'Riuscita']);
  expect(cellsOf(unknown).slice(2)).toEqual(['a.unknown', 'x:1', 'Riuscita', 'Semaforo']);
  await userEvent.click(within(changed ?? table).getByText('Dettagli'));
  expect(changed).toHaveTextContent('namePiazza → Ponte');
  expect(changed).not.toHaveTextContent('/3/v/s1 →');
  expect(screen.getByText('Catena intatta, 20:30')).toBeVisible();
});

test('a filter is asked of the server, says what it hides and can be taken off', async () => {
  const sent = fakeServer({ listAudit: [200, { entries: [] }], summarizeAudit: [200, SUMMARY] });
  showWithCache(<AuditScreen />);
  expect(await screen.findByText('Nessuna azione registrata.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Cerca'), 'vald');
  await userEvent.type(screen.getByLabelText('Da'), '2026-11-21');
  await userEvent.click(screen.getByRole('button', { name: 'Rifiutate o fallite 9' }));
  expect(await screen.findByText('Nessuna riga per questo filtro.')).toBeVisible();
  await waitFor(() => {
    expect(Object.fromEntries(sent.callsOf('listAudit').at(-1)?.url.searchParams ?? [])).toEqual({
      q: 'vald',
      from: '2026-11-20T23:00:00.000Z',
      failed: 'true',
      limit: '100',
    });
  });
  expect(screen.getAllByRole('status').at(-1)).toHaveTextContent(
    'Mostrate 9 righe; 18.607 nascoste dal filtro.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Togli il filtro' }));
  expect(screen.getByLabelText('Cerca')).toHaveValue('');
});

test('an audit that cannot be read can be asked for again', async () => {
  fakeServer({ listAudit: [500, {}], summarizeAudit: [500, {}] });
  showWithCache(<AuditScreen />);
  expect(await screen.findByText('Il registro non si è caricato.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Riprova' })).toBeVisible();
});
