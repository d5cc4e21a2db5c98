import { user } from '@semaforo/testing/factories';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { takeKioskKey } from '../../api/kiosk-key.ts';
import { readAccessToken, storeAccessToken } from '../../api/session.ts';
import { type Answers, fakeServer } from '../../test/fake-server.ts';
import { showWithCache } from '../../test/show-with-cache.tsx';
import { BecomeKioskQuestion } from './become-kiosk-question.tsx';
import { KiosksPanel } from './kiosks-panel.tsx';

const KIOSK = {
  id: 5,
  name: 'Corridoio',
  userId: 2,
  username: 'valdombra',
  created_at: '2026-11-22T08:00:00.000Z',
  last_seen: null,
} as const;
const ADMIN = user({ username: 'admin', role: 'admin' });
const SERVER: Answers = {
  getMe: [200, ADMIN],
  listWalls: [200, { walls: [KIOSK] }],
  listUsers: [200, { users: [{ id: 2, username: 'valdombra', role: 'user', devices: [] }] }],
  createWall: [201, { wall: KIOSK, accessToken: 'chiave.di.prova' }],
  revokeWall: [204, null],
};

beforeEach(() => storeAccessToken('t1'));

test('an admin makes a wall for a Comune; its link is shown once', async () => {
  const server = fakeServer(SERVER);
  showWithCache(<KiosksPanel />);
  await userEvent.selectOptions(await screen.findByLabelText('Mostra i semafori di'), 'valdombra');
  await userEvent.type(screen.getByLabelText('Nome dello schermo'), 'Corridoio');
  await userEvent.click(screen.getByRole('button', { name: 'Crea il collegamento' }));
  expect(await screen.findByText(`${location.origin}/sala#schermo=chiave.di.prova`)).toBeVisible();
  expect(server.bodiesOf('createWall')).toEqual([{ name: 'Corridoio', userId: 2 }]);
  await userEvent.click(screen.getByRole('button', { name: 'Ho copiato il collegamento' }));
  expect(screen.queryByText(/chiave\.di\.prova/)).toBeNull();
});

test('a wall is told in words and revoked after a question', async () => {
  const answers: Answers = { ...SERVER, getMe: [200, { ...ADMIN, role: 'user' }] };
  const server = fakeServer(answers);
  showWithCache(<KiosksPanel />);
  const row = await screen.findByRole('listitem');
  expect(row.textContent).toMatch(/^Corridoiovede come valdombra · creato .* · mai apertoRevoca$/);
  expect(screen.queryByLabelText('Mostra i semafori di')).toBeNull();
  answers.listWalls = [200, { walls: [] }];
  await userEvent.click(within(row).getByRole('button', { name: 'Revoca Corridoio' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoca' }));
  expect(await screen.findByText('Nessuno schermo collegato.')).toBeVisible();
  expect(server.callsOf('revokeWall')[0]?.params).toEqual({ id: '5' });
});

test('a link makes a browser a wall at once, but asks where somebody is logged in', async () => {
  fakeServer(SERVER);
  const openLink = () => {
    history.replaceState(null, '', '/sala#schermo=chiave.nuova');
    takeKioskKey();
    return `${location.pathname}${location.hash}`;
  };
  localStorage.clear();
  expect(openLink()).toBe('/sala');
  expect(readAccessToken()).toBe('chiave.nuova');

  storeAccessToken('t1');
  openLink();
  expect(readAccessToken()).toBe('t1');
  showWithCache(<BecomeKioskQuestion />);
  const question = screen.getByRole('alertdialog');
  await waitFor(() => expect(question).toHaveTextContent('Adesso è collegato come admin.'));
  await userEvent.click(screen.getByRole('button', { name: 'Sì, solo schermo' }));
  expect(readAccessToken()).toBe('chiave.nuova');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  history.replaceState(null, '', '/');
});
