import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

const HERE = {
  id: 1,
  created_at: '2026-11-22T08:00:00.000Z',
  last_seen: '2026-11-22T08:00:00.000Z',
  expires_at: '2026-11-22T20:00:00.000Z',
  address: '10.2.4.18',
  device: 'computer',
  browser: 'Firefox su Windows',
  known: true,
  current: true,
} as const;
const PHONE = {
  ...HERE,
  id: 2,
  address: '151.40.1.1',
  device: 'phone',
  browser: 'Chrome su Android',
  current: false,
} as const;
const STRANGE = { ...HERE, id: 3, address: '93.51.1.1', known: false, current: false } as const;

beforeEach(() => storeAccessToken('t1'));

async function open(answers: Answers) {
  const server = fakeServer(answers);
  showWithCache(<SessionsPanel />);
  const rows = await screen.findAllByRole('listitem');
  return { server, rows };
}

test('the open sessions are told in words, this one first and without a button', async () => {
  const { rows } = await open({ listSessions: [200, { sessions: [HERE, PHONE, STRANGE] }] });
  const [here, phone, strange] = rows.map((row) => row.textContent);
  expect(here).toMatch(/^Questo computerFirefox su Windows · 10\.2\.4\.18 · aperta .* scade .*Questa$/);
  expect(phone).toMatch(/^TelefonoChrome su Android · 151\.40\.1\.1 · aperta .* faChiudi$/);
  expect(strange).toMatch(/^Computer non riconosciuto/);
  expect(screen.getAllByRole('button', { name: /^Chiudi / })).toHaveLength(3);
});

test('a session is ended by its button, and the list is read again', async () => {
  const answers: Answers = {
    listSessions: [200, { sessions: [HERE, PHONE] }],
    endSession: [204, null],
  };
  const { server } = await open(answers);
  answers.listSessions = [200, { sessions: [HERE] }];
  await userEvent.click(
    screen.getByRole('button', { name: 'Chiudi Telefono, Chrome su Android, 151.40.1.1' }),
  );
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(server.callsOf('endSession')[0]?.params).toEqual({ id: '2' });
  expect(screen.queryByRole('button', { name: 'Chiudi tutte le altre' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Sessioni aperte' })).toHaveFocus();
});

test('all others are ended together; a failure is said', async () => {
  const answers: Answers = {
    listSessions: [200, { sessions: [HERE, PHONE] }],
    endOtherSessions: 'unreachable',
  };
  const { server } = await open(answers);
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi tutte le altre' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('Errore chiusura sessioni')).toBeVisible();
  answers.endOtherSessions = [204, null];
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi tutte le altre' }));
  expect(await screen.findByText('Tutte le altre sessioni sono chiuse')).toBeVisible();
  expect(server.callsOf('endOtherSessions')).toHaveLength(2);
});
