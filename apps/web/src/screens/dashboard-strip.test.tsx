import { deviceRecord } from '@semaforo/testing/factories';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { clearAccessToken } from '../api/session.ts';
import { serverNow } from '../platform/server-clock.ts';
import {
  acceptSentCommand,
  commandOf,
  findStrip,
  openDashboard,
  progressOf,
  RESULTS,
  SERVER,
  SIGNALS,
  sendRosso,
  setUpDashboard,
} from '../test/dashboard.tsx';
import { type Answers, fakeServer, lateReply } from '../test/fake-server.ts';

setUpDashboard();

const DESIRED = {
  value: 'rosso',
  since: '2026-11-20T01:59:00.000Z',
  by: 'valdombra',
  source: 'command',
  reasserted: 0,
} as const;
const sendingStrip = () => screen.queryByRole('region', { name: 'Invio del comando' });
const sharedStrip = () => screen.queryByRole('region', { name: /Comando in corso|Ultimo comando/ });
const closeStrip = () => userEvent.click(screen.getByRole('button', { name: 'Chiudi la striscia' }));

test('the press is shown at once, before the server has said anything', async () => {
  openDashboard({ sendCommand: 'silent' });
  await screen.findByRole('article', { name: 'Stazione' });
  await sendRosso();
  const sending = sendingStrip();
  expect(sending).toHaveTextContent('ROSSO · invio in corso');
  expect(sending).toHaveTextContent(/\d s di 10/);
  expect(sending).toHaveTextContent(/Nessuna lampada è ancora cambiata\..* · 3 semafori\.$/);
  expect(sharedStrip()).toBeNull();
});

test('the strip follows the live progress before the call has answered, and the colors unlock once accepted', async () => {
  const page = openDashboard({ sendCommand: 'silent' });
  const { socket } = page;
  await sendRosso();
  expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'true');
  await acceptSentCommand(page);
  act(() => socket.command_progress([progressOf('confermato', 'fallito', 'inviato')]));
  const shown = within(await findStrip());
  expect(sendingStrip()).toBeNull();
  expect(shown.getByText('1/3 confermati')).toBeVisible();
  expect(shown.getByText('1 fallito')).toBeVisible();
  expect(shown.getByText('1 in attesa')).toBeVisible();
  expect(shown.getByRole('img', { name: '1 confermato, 1 fallito, 1 in attesa' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false');
});

test('while a press is under way, the command of another is shown beside it', async () => {
  const page = openDashboard({ sendCommand: 'silent' });
  await sendRosso();
  const others = { ...progressOf('confermato', 'confermato'), commandId: 6, username: 'torrealta' };
  act(() => page.socket.command_progress([others]));
  expect(await findStrip()).toHaveTextContent('Chiesto da torrealta');
  expect(sendingStrip()).not.toBeNull();
  await acceptSentCommand(page);
  act(() => page.socket.command_progress([progressOf('confermato', 'inviato')]));
  await waitFor(() => expect(sendingStrip()).toBeNull());
  expect(within(await findStrip()).getByText('1/2 confermati')).toBeVisible();
});

test('the answer alone shows the command when the socket is silent', async () => {
  const answers: Answers = { sendCommand: [200, RESULTS] };
  openDashboard(answers);
  await screen.findByRole('article', { name: 'Stazione' });
  answers.getLastCommand = [200, commandOf('confermato', 'scaduto')];
  fakeServer({ ...SERVER, ...answers });
  await sendRosso();
  expect(within(await findStrip()).getByText('1/2 confermati')).toBeVisible();
  await waitFor(() => expect(sendingStrip()).toBeNull());
});

test('a strip that was closed stays closed, until one of its devices fails', async () => {
  const { socket } = openDashboard();
  act(() => socket.command_progress([progressOf('inviato')]));
  await findStrip();
  await closeStrip();
  act(() => socket.command_progress([progressOf('confermato')]));
  expect(sharedStrip()).toBeNull();
  act(() => socket.command_progress([{ ...progressOf('inviato'), commandId: 8 }]));
  await findStrip();
  await closeStrip();
  act(() => socket.command_progress([{ ...progressOf('scaduto'), commandId: 8 }]));
  expect(await findStrip()).toHaveTextContent('Dispositivi in errore: Segnale 1');
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
  expect(queryClient.getQueryData(queryKeys.press)).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

test('after a retry the strip still speaks of the whole command, and a restore undoes all of it', async () => {
  const { server, socket } = openDashboard({
    retryCommand: [200, { commandId: 8, results: [{ device: 'Segnale 2', error: null }] }],
    restoreCommand: [200, { commandId: 9, results: [{ device: 'Segnale 1', error: null }] }],
  });
  const first = progressOf('confermato', 'scaduto', 'confermato');
  act(() => socket.command_progress([first]));
  await userEvent.click(await screen.findByRole('button', { name: 'Riprova i falliti' }));
  const [, failed] = first.deliveries;
  if (failed === undefined) throw new Error('no failed delivery');
  const repeated = (state: 'inviato' | 'confermato') => ({
    ...first,
    commandId: 8,
    origin: 'ripetizione' as const,
    sourceId: 7,
    total: 1,
    deliveries: [{ ...failed, id: 80, state }],
  });
  act(() => socket.command_progress([repeated('inviato')]));
  expect(await screen.findByText('2/3 confermati')).toBeVisible();
  expect(screen.getByText('1 in attesa')).toBeVisible();
  act(() => socket.command_progress([repeated('confermato')]));
  expect(await screen.findByText('3/3 confermati')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Ripristina/ }));
  await waitFor(() => expect(server.callsOf('restoreCommand')[0]?.params).toEqual({ commandId: '7' }));
  expect(server.callsOf('retryCommand')[0]?.params).toEqual({ commandId: '7' });
});

test('a restore says to which colors it goes back and whom it leaves out, and is not itself undone', async () => {
  const { socket } = openDashboard({
    getLastCommand: [
      200,
      {
        ...commandOf('confermato'),
        commandId: 9,
        origin: 'ripristino',
        value: null,
        left_out: [{ device: 'Lungofiume', because: 'not-confirmed-before' }],
      },
    ],
  });
  const [delivery] = progressOf('confermato').deliveries;
  if (delivery === undefined) throw new Error('no delivery');
  act(() =>
    socket.command_progress([
      {
        ...progressOf('confermato'),
        commandId: 9,
        origin: 'ripristino',
        sourceId: 7,
        value: null,
        deliveries: [{ ...delivery, value: 'verde' }],
      },
    ]),
  );
  const strip = await findStrip();
  expect(strip).toHaveTextContent('Ripristino 1/1 confermati');
  await waitFor(() =>
    expect(strip).toHaveTextContent('Resta fuori Lungofiume: colore precedente non confermato.'),
  );
  expect(within(strip).queryByRole('button', { name: /^Ripristina/ })).toBeNull();
});

test('Ripristina leaves when the server says that nothing is left to restore', async () => {
  const { socket } = openDashboard({
    restoreCommand: [409, { error: 'Nessun dispositivo da comandare di nuovo', code: 'nothing-to-repeat' }],
  });
  act(() => socket.command_progress([progressOf('confermato', 'scaduto')]));
  await userEvent.click(await screen.findByRole('button', { name: /^Ripristina/ }));
  expect(await screen.findByText('Nessun dispositivo da comandare di nuovo')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull());
  expect(sharedStrip()).not.toBeNull();
  const [closer] = screen.getAllByRole('button', { name: 'Chiudi la striscia' });
  if (closer) await userEvent.click(closer);
  expect(screen.queryByText('Nessun dispositivo da comandare di nuovo')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
});

test('Ripristina stays after any other failure', async () => {
  const { socket } = openDashboard({
    restoreCommand: [503, { error: 'Broker non raggiungibile', code: 'broker-down' }],
  });
  act(() => socket.command_progress([progressOf('confermato')]));
  await userEvent.click(await screen.findByRole('button', { name: /^Ripristina/ }));
  expect(await screen.findByText('Broker non raggiungibile')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Ripristina/ })).toBeVisible();
});

test('Ripristina leaves five minutes after the command, and with it a strip on which all is confirmed', async () => {
  const { socket } = openDashboard();
  const old = {
    ...progressOf('confermato', 'scaduto'),
    createdAt: new Date(serverNow() - 310_000).toISOString(),
  };
  act(() => socket.command_progress([old]));
  await screen.findByText('1/2 confermati');
  expect(screen.queryByRole('button', { name: /^Ripristina/ })).toBeNull();
  const confirmed = progressOf('confermato', 'confermato');
  act(() => socket.command_progress([{ ...confirmed, createdAt: old.createdAt }]));
  await waitFor(() => expect(sharedStrip()).toBeNull());
});

test('of more than five failed devices, five are named and the others are in a list to open', async () => {
  const { socket } = openDashboard();
  act(() => socket.command_progress([progressOf(...Array.from({ length: 8 }, () => 'scaduto' as const))]));
  expect(within(await findStrip()).getByRole('alert')).toHaveTextContent(
    'Dispositivi in errore: Segnale 1, Segnale 2, Segnale 3, Segnale 4, Segnale 5 … e altri 3',
  );
});

test('above forty devices one bar takes the place of the cells', async () => {
  const { socket } = openDashboard();
  act(() =>
    socket.command_progress([progressOf(...Array.from({ length: 41 }, () => 'confermato' as const))]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Dettagli del comando' }));
  const bar = screen.getByRole('img', { name: '41 confermati' });
  expect(bar.children).toHaveLength(1);
  expect(bar.children[0]).toHaveTextContent(/^41$/);
});

test('the progress is spoken politely', async () => {
  const { socket } = openDashboard();
  act(() => socket.command_progress([progressOf('confermato', 'scaduto')]));
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((region) => region.textContent)).toContain(
      '1 di 2 confermati, 1 fallito',
    ),
  );
});

test('a device that confirmed and shows something else now is spoken of, and counts in the strip of another failure', async () => {
  const changed = { ...SIGNALS[0], desired: DESIRED, out_of_sync: true };
  const { socket } = openDashboard({
    listDeviceStatuses: [200, [deviceRecord(changed), ...SIGNALS.slice(1)]],
  });
  act(() => socket.command_progress([progressOf('confermato', 'scaduto')]));
  const spoken = () => screen.getAllByRole('status').map((region) => region.textContent);
  await waitFor(() => expect(spoken()).toContain('0 di 2 confermati, 1 mostra altro adesso, 1 fallito'));
  const newer = progressOf('confermato').deliveries.map((delivery) => ({ ...delivery, id: 80, deviceId: 3 }));
  act(() =>
    socket.command_progress([{ ...progressOf('confermato'), commandId: 8, total: 1, deliveries: newer }]),
  );
  const other = await screen.findByRole('region', { name: 'Altro comando non confermato' });
  expect(other).toHaveTextContent('Non confermato1 mostra altro adesso1 fallito');
});

test('what the strip waits for, the overview counts as waiting too', async () => {
  const { socket } = openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  act(() => socket.command_progress([progressOf('inviato')]));
  const card = within(await screen.findByRole('article', { name: 'Stazione' }));
  expect(await card.findByText(/In attesa/)).toBeVisible();
  act(() => socket.command_progress([progressOf('confermato')]));
  await waitFor(() => expect(card.queryByText(/In attesa/)).toBeNull());
});

describe('the command of anybody', () => {
  test('is there when the page is opened, and read again after a reconnection', async () => {
    const { server, queryClient } = openDashboard({
      getLastCommand: [200, commandOf('confermato', 'fallito')],
    });
    const strip = await findStrip();
    expect(strip).toHaveTextContent('1/2 confermati');
    expect(strip).toHaveTextContent('Chiesto da valdombra alle ');
    expect(strip).toHaveTextContent('Dispositivi in errore: Segnale 2');
    const before = server.callsOf('getLastCommand').length;
    await act(() => queryClient.invalidateQueries());
    expect(server.callsOf('getLastCommand').length).toBeGreaterThan(before);
  });

  test('of a schedule says so, and who planned it', async () => {
    openDashboard({ getLastCommand: [200, { ...commandOf('confermato'), origin: 'pianificazione' }] });
    const strip = await findStrip();
    expect(within(strip).getByText('Pianificazione')).toBeVisible();
    expect(strip).toHaveTextContent(/Pianificato da valdombra, partito alle \d/);
  });

  test('takes the place of an older one, which is shown as overtaken when it was under way', async () => {
    const { socket } = openDashboard();
    act(() => socket.command_progress([{ ...progressOf('confermato', 'superato'), value: 'verde' }]));
    act(() =>
      socket.command_progress([{ ...progressOf('inviato', 'inviato'), commandId: 8, username: 'torrealta' }]),
    );
    expect(await findStrip()).toHaveTextContent('Chiesto da torrealta');
    const overtaken = screen.getByRole('region', { name: 'Comando superato' });
    expect(overtaken).toHaveTextContent('VERDESuperato1/2 confermati prima');
    expect(overtaken).toHaveTextContent(/da ROSSO, chiesto da torrealta alle \d/);
  });

  test('that was closed stays closed when the page is loaded again', async () => {
    const answers: Answers = { getLastCommand: [200, commandOf('confermato')] };
    openDashboard(answers);
    await findStrip();
    await closeStrip();
    cleanup();
    const { server } = openDashboard(answers);
    await screen.findByRole('article', { name: 'Stazione' });
    await waitFor(() => expect(server.callsOf('getLastCommand')).toHaveLength(2));
    expect(sharedStrip()).toBeNull();
  });

  test('of another day says the day', async () => {
    const old = { ...commandOf('scaduto'), created_at: '2025-01-02T17:00:03.000Z' };
    openDashboard({ getLastCommand: [200, old] });
    expect(await findStrip()).toHaveTextContent('Chiesto da valdombra il 02/01/2025, 18:00:03');
  });
});

test('a lantern that did not confirm is told on the page of the signals too, until the strip is closed', async () => {
  const { socket } = openDashboard({});
  await screen.findByRole('button', { name: 'Imposta' });
  const toLantern = {
    ...progressOf('scaduto'),
    commandId: 3,
    deviceType: 'lanterna',
    value: 'acceso',
  } as const;
  act(() => socket.command_progress([toLantern]));
  const strip = await screen.findByRole('region', { name: 'Altro comando non confermato' });
  expect(strip).toHaveTextContent('ACCESO');
  expect(strip).toHaveTextContent('Segnale 1');
  await userEvent.click(within(strip).getByRole('button', { name: 'Chiudi la striscia' }));
  expect(screen.queryByRole('region', { name: 'Altro comando non confermato' })).toBeNull();
});
