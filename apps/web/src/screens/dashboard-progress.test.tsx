import type { Answer } from '@semaforo/contract/api/route';
import type { Routes } from '@semaforo/contract/api/routes';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { clearAccessToken } from '../api/session.ts';
import { serverNow } from '../platform/server-clock.ts';
import {
  acceptSentCommand,
  findStrip,
  NOW,
  openDashboard,
  progressOf,
  RESULTS,
  SERVER,
  sendRosso,
  setUpDashboard,
} from '../test/dashboard.tsx';
import { fakeServer, lateReply } from '../test/fake-server.ts';

setUpDashboard();

test('the strip follows the live progress before the call has answered, and the colours unlock once accepted', async () => {
  const page = openDashboard({ sendCommand: 'silent' });
  const { socket } = page;
  await sendRosso();
  expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'true');
  await acceptSentCommand(page);
  act(() => socket.command_progress([progressOf('confermato', 'fallito', 'inviato')]));
  const shown = within(await findStrip());
  expect(shown.getByText('1/3 confermati')).toBeVisible();
  expect(shown.getByText('1 fallito')).toBeVisible();
  expect(shown.getByText('1 in attesa')).toBeVisible();
  expect(shown.getByRole('img', { name: '1 confermato, 1 fallito, 1 in attesa' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false');
});

test('an admin’s strip never shows the command of another operator for the same colour', async () => {
  const page = openDashboard({ sendCommand: 'silent' });
  const { socket } = page;
  await sendRosso();
  const others = { ...progressOf('confermato', 'confermato'), commandId: 6 };
  act(() => socket.command_progress([others]));
  expect(screen.queryByRole('region', { name: /Comando in corso|Ultimo comando/ })).toBeNull();
  await acceptSentCommand(page);
  act(() => socket.command_progress([progressOf('confermato', 'inviato'), { ...others, commandId: 8 }]));
  expect(within(await findStrip()).getByText('1/2 confermati')).toBeVisible();
});

test('a strip closed before the answer came stays closed', async () => {
  const { reply, give } = lateReply('sendCommand');
  const page = openDashboard({ sendCommand: reply });
  const { socket, queryClient } = page;
  await sendRosso();
  await acceptSentCommand(page);
  act(() => socket.command_progress([progressOf('inviato')]));
  await findStrip();
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi l’avanzamento' }));
  give(200, RESULTS);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(screen.queryByRole('region', { name: /Comando in corso|Ultimo comando/ })).toBeNull();
});

test('the late answer of an older command does not take the place of a newer one', async () => {
  const older = lateReply('sendCommand');
  const { queryClient } = openDashboard({ sendCommand: older.reply });
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  await userEvent.click(screen.getByRole('button', { name: 'Verde' }));
  await waitFor(
    () => expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false'),
    {
      timeout: 1_500,
    },
  );
  fakeServer({ ...SERVER, sendCommand: [200, { ...RESULTS, commandId: 8 }] });
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  expect(await screen.findByText('1/2 confermati')).toBeVisible();
  older.give(200, { commandId: 7, results: [{ device: 'Stazione', error: 'Superato' }] });
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(screen.getByText('1/2 confermati')).toBeVisible();
});

test('an answer that comes after the session has ended leaves nothing for the next user', async () => {
  const { reply, give } = lateReply('sendCommand');
  const { queryClient } = openDashboard({ sendCommand: reply });
  await sendRosso();
  const [sending] = queryClient.getMutationCache().getAll();
  cleanup();
  clearAccessToken();
  queryClient.clear();
  give(200, RESULTS);
  await waitFor(() => expect(sending?.state.status).toBe('success'));
  expect(queryClient.getQueryData(queryKeys.shownCommand)).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test('the failed devices are tried again, and a restore goes back before the first command', async () => {
  const { server, socket } = openDashboard({
    sendCommand: [200, RESULTS],
    retryCommand: [200, { commandId: 8, results: [{ device: 'Argine', error: null }] }],
    restoreCommand: [200, { commandId: 9, results: [{ device: 'Argine', error: null }] }],
  });
  await sendRosso();
  act(() => socket.command_progress([progressOf('confermato', 'scaduto')]));
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova i falliti' }));
  expect(await screen.findByText('1/1 confermati')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: /^Ripristina/ }));
  expect(await screen.findByText('RIPRISTINO')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
  expect(server.callsOf('retryCommand')[0]?.params).toEqual({ commandId: '7' });
  expect(server.callsOf('restoreCommand')[0]?.params).toEqual({ commandId: '7' });
});

test('Ripristina leaves when the server says that nothing is left to restore, and stays away once that is read', async () => {
  const { socket } = openDashboard({
    sendCommand: [200, RESULTS],
    restoreCommand: [409, { error: 'Nessun dispositivo da comandare di nuovo', code: 'nothing-to-repeat' }],
  });
  await sendRosso();
  act(() => socket.command_progress([progressOf('confermato', 'scaduto')]));
  await userEvent.click(await screen.findByRole('button', { name: /^Ripristina/ }));
  expect(await screen.findByText('Nessun dispositivo da comandare di nuovo')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
  const [closer] = screen.getAllByRole('button', { name: 'Chiudi l’avviso' });
  if (closer) await userEvent.click(closer);
  expect(screen.queryByText('Nessun dispositivo da comandare di nuovo')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
});

test('Ripristina stays after any other failure', async () => {
  const { socket } = openDashboard({
    sendCommand: [200, RESULTS],
    restoreCommand: [503, { error: 'Broker non raggiungibile', code: 'broker-down' }],
  });
  await sendRosso();
  act(() => socket.command_progress([progressOf('confermato')]));
  await userEvent.click(await screen.findByRole('button', { name: /^Ripristina/ }));
  expect(await screen.findByText('Broker non raggiungibile')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Ripristina/ })).toBeVisible();
});

test('Ripristina leaves five minutes after the command', async () => {
  const { socket } = openDashboard({ sendCommand: [200, RESULTS] });
  await sendRosso();
  const old = { ...progressOf('confermato'), createdAt: new Date(serverNow() - 300_001).toISOString() };
  act(() => socket.command_progress([old]));
  await screen.findByText('1/1 confermati');
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
});

test('of more than five failed devices, five are named and the others are in a list to open', async () => {
  const results = Array.from({ length: 8 }, (_, index) => ({ device: `D${index + 1}`, error: 'Muto' }));
  openDashboard({ sendCommand: [200, { commandId: 7, results }] });
  await sendRosso();
  const alert = within(await findStrip()).getByRole('alert');
  expect(alert).toHaveTextContent('Dispositivi in errore: D1, D2, D3, D4, D5… e altri 3');
});

test('above forty devices one bar takes the place of the cells', async () => {
  const { socket } = openDashboard({ sendCommand: [200, RESULTS] });
  await sendRosso();
  await findStrip();
  act(() =>
    socket.command_progress([progressOf(...Array.from({ length: 41 }, () => 'confermato' as const))]),
  );
  const bar = await screen.findByRole('img', { name: '41 confermati' });
  expect(bar.children).toHaveLength(1);
});

test('the progress is spoken politely, and the strip stays until closed', async () => {
  openDashboard({ sendCommand: [200, RESULTS] });
  await sendRosso();
  await findStrip();
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toContain(
      '1 di 2 confermati, 1 fallito',
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Chiudi l’avanzamento' }));
  expect(screen.queryByRole('region', { name: 'Ultimo comando' })).toBeNull();
});

test('after a reconnection the progress is read again', async () => {
  const { server, queryClient } = openDashboard({ sendCommand: [200, RESULTS] });
  await sendRosso();
  await findStrip();
  const readings = () => server.callsOf('getCommand').length;
  await waitFor(() => expect(readings()).toBeGreaterThan(0));
  const before = readings();
  await act(() => queryClient.invalidateQueries());
  expect(readings()).toBeGreaterThan(before);
});

describe('when the page is loaded again', () => {
  const asked: Answer<Routes['getCommand']> = {
    commandId: 7,
    value: 'rosso',
    created_at: NOW,
    deliveries: progressOf('confermato').deliveries,
  };
  const answers: Parameters<typeof openDashboard>[0] = {
    sendCommand: [200, RESULTS],
    getCommand: [200, asked],
  };

  test('the strip is there again, as far as the server says', async () => {
    openDashboard(answers);
    await sendRosso();
    await findStrip();
    cleanup();
    openDashboard(answers);
    expect(within(await findStrip()).getByText('1/1 confermati')).toBeVisible();
  });

  test('a strip that was closed stays closed', async () => {
    openDashboard(answers);
    await sendRosso();
    await userEvent.click(await screen.findByRole('button', { name: 'Chiudi l’avanzamento' }));
    cleanup();
    openDashboard(answers);
    await screen.findByRole('button', { name: 'Imposta' });
    expect(screen.queryByRole('region', { name: /Comando in corso|Ultimo comando/ })).toBeNull();
  });

  test.each([
    ['shown five minutes ago', JSON.stringify({ commandId: 7, shownAt: Date.now() - 300_000 })],
    ['kept by a clock that was ahead', JSON.stringify({ commandId: 7, shownAt: Date.now() + 3_600_000 })],
    ['damaged', '{'],
    ['of another program', '"7"'],
  ])('a command that is %s is not shown', async (_what, kept) => {
    sessionStorage.setItem('shownCommand', kept);
    const { server } = openDashboard(answers);
    await screen.findByRole('button', { name: 'Imposta' });
    expect(server.callsOf('getCommand')).toEqual([]);
  });
});
