import { user } from '@semaforo/testing/factories';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetLiveConnection, noteLiveConnection } from '../live/live-connection.ts';
import { noteServerTime, serverNow } from '../platform/server-clock.ts';
import {
  acceptSentCommand,
  findStrip,
  NOW,
  openColors,
  openDashboard,
  progressOf,
  RESULTS,
  sendRosso,
  setUpDashboard,
  UP,
} from '../test/dashboard.tsx';
import type { Answers } from '../test/fake-server.ts';
import { schedule } from '../test/schedule.ts';

setUpDashboard();
afterEach(() => {
  vi.useRealTimers();
  forgetLiveConnection();
});

test('Imposta says how many signals a command reaches, and Nascondi hides the colors', async () => {
  openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  await userEvent.click(screen.getByRole('button', { name: 'Imposta' }));
  expect(screen.getByText(/Il comando raggiungerà/)).toHaveTextContent('Il comando raggiungerà 3 semafori');
  await userEvent.click(screen.getByRole('button', { name: 'Nascondi' }));
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
});

test('a color is sent to all signals, with the instant of the press, and those that failed are named', async () => {
  const answers: Answers = { sendCommand: [200, RESULTS] };
  const { server, socket } = openDashboard(answers);
  await sendRosso();
  await waitFor(() => expect(server.callsOf('sendCommand')).toHaveLength(1));
  act(() => socket.command_progress([progressOf('confermato', 'scaduto')]));
  const shown = within(await findStrip());
  expect(shown.getByText('1/2 confermati')).toBeVisible();
  expect(await shown.findByRole('alert')).toHaveTextContent('Dispositivi in errore: Segnale 2');
  const [command] = server.callsOf('sendCommand');
  expect(command?.url.search).toBe('?type=semaforo');
  expect(command?.body).toEqual({ command: 'rosso' });
  expect(command?.headers.get('Semaforo-Issued-At')).toMatch(/^2026-11-20T02:00:\d\d\.\d{3}Z$/);
  expect(command?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
});

test('a person whose duty is to read sees why nothing can be commanded', async () => {
  const reader = { ...user(), person: { id: 7, duty: 'read' as const } };
  openDashboard({ getMe: [200, reader] });
  await screen.findByRole('article', { name: 'Stazione' });
  expect(await screen.findByText(/^Il tuo compito è leggere: comanda chi/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Imposta' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Pianifica' })).toBeDisabled();
});

test('the colors are locked for a second at most, accepted or not', async () => {
  openDashboard({ sendCommand: 'silent' });
  await openColors();
  const rosso = screen.getByRole('button', { name: 'Rosso' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(rosso);
  expect(rosso).toHaveAttribute('aria-disabled', 'true');
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(rosso).toHaveAttribute('aria-disabled', 'false');
});

test('commands that come back start from the first step again', async () => {
  const { socket } = openDashboard();
  await openColors();
  act(() => socket.broker_status({ ...UP, connected: false }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull());
  act(() => socket.broker_status(UP));
  expect(await screen.findByRole('button', { name: 'Imposta' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
});

test('a press that the server has not accepted within 10 s is given up, and the strip says so', async () => {
  const { server } = openDashboard({ sendCommand: 'silent' });
  await giveRossoUp();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Il server non ha risposto in 10 s');
  expect(alert).toHaveTextContent(
    'ROSSO non verrà eseguito in ritardo. Guarda le lampade prima di riprovare.',
  );
  expect(screen.queryByRole('region', { name: 'Invio del comando' })).toBeNull();
  expect(server.callsOf('sendCommand')).toHaveLength(1);
});

test('a press that was given up and proves accepted after all is shown as the command that it is', async () => {
  const page = openDashboard({ sendCommand: 'silent' });
  await giveRossoUp();
  await screen.findByText('Il server non ha risposto in 10 s');
  await acceptSentCommand(page);
  act(() => page.socket.command_progress([progressOf('confermato')]));
  expect(await findStrip()).toHaveTextContent('1/1 confermati');
  expect(screen.queryByText('Il server non ha risposto in 10 s')).toBeNull();
});

test('once the server has accepted it, a press is followed for as long as it takes', async () => {
  const page = openDashboard({ sendCommand: 'silent' });
  await openColors();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  await vi.waitFor(() => expect(page.server.callsOf('sendCommand')).toHaveLength(1), 30_000);
  const idempotencyKey = page.server.callsOf('sendCommand')[0]?.headers.get('Idempotency-Key') ?? '';
  act(() => page.socket.command_accepted({ commandId: 7, idempotencyKey }));
  act(() => page.socket.command_progress([progressOf('confermato', 'inviato')]));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  vi.useRealTimers();
  expect(await findStrip()).toHaveTextContent('1 in attesa');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a newer press gives up the one before that the server has not accepted', async () => {
  openDashboard({ sendCommand: 'silent' });
  await openColors();
  const abort = vi.spyOn(AbortController.prototype, 'abort');
  await userEvent.click(screen.getByRole('button', { name: 'Verde' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false'),
  );
  abort.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  expect(abort).toHaveBeenCalled();
  expect(screen.getByRole('region', { name: 'Invio del comando' })).toHaveTextContent('ROSSO');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('until a press is accepted each card says what is being sent to it, and then what it waits for', async () => {
  const page = openDashboard({ sendCommand: 'silent' });
  await sendRosso();
  const card = within(await screen.findByRole('article', { name: 'Stazione' }));
  expect(await card.findByText('Invio: rosso')).toBeVisible();
  await acceptSentCommand(page);
  act(() => page.socket.command_progress([progressOf('accettato')]));
  await waitFor(() => expect(card.queryByText('Invio: rosso')).toBeNull());
  expect(card.getByText('In attesa: rosso')).toBeVisible();
});

test('a press that came too late is refused in words, and Imposta di nuovo leads back to the colors', async () => {
  openDashboard({
    sendCommand: [409, { error: 'Comando troppo vecchio, non inviato', code: 'command-too-old' }],
  });
  await sendRosso();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Comando troppo vecchio, non inviato');
  expect(alert).toHaveTextContent(
    /ROSSO premuto alle 03:00:\d\d, oltre 10 s fa\. Nessun semaforo è cambiato\./,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Nascondi' }));
  await userEvent.click(screen.getByRole('button', { name: 'Imposta di nuovo' }));
  expect(await screen.findByRole('button', { name: 'Rosso' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Nascondi' })).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('with the link to the server cut, neither Imposta nor Pianifica can be pressed, and the strip is dated', async () => {
  openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  act(() => noteLiveConnection(true, serverNow()));
  act(() => noteLiveConnection(false, Date.parse(NOW)));
  expect(screen.getByText('Imposta e Pianifica tornano quando il collegamento riprende')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Imposta' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Pianifica' })).toBeDisabled();
});

test('of a command seen before the link was cut the strip says that it is to be read again', async () => {
  const { socket } = openDashboard();
  act(() => socket.command_progress([progressOf('confermato', 'scaduto')]));
  await findStrip();
  act(() => noteLiveConnection(false, Date.parse(NOW)));
  const strip = await findStrip();
  expect(strip).toHaveTextContent('Non aggiornato');
  expect(strip).toHaveTextContent('Esito da rileggere. Ultima notizia alle 03:00:00.');
  expect(within(strip).queryByRole('button', { name: 'Riprova i falliti' })).toBeNull();
});

test('a command that could not be sent shows the server’s sentence and is logged', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  openDashboard({
    sendCommand: [503, { error: 'Broker non raggiungibile', code: 'broker-unreachable' }],
  });
  await sendRosso();
  expect(await screen.findByText('Broker non raggiungibile')).toBeVisible();
  expect(log).toHaveBeenCalledWith('Comando non inviato', expect.anything());
  expect(screen.queryByRole('region', { name: 'Ultimo comando' })).toBeNull();
});

test('with the broker down commands wait, with the reason beside them, and planning stays usable', async () => {
  openDashboard({ getBrokerStatus: [200, { ...UP, connected: false }] });
  expect(await screen.findByText('Imposta torna disponibile quando MQTT è connesso')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Imposta' })).toBeDisabled();
  expect(await screen.findByRole('radio', { name: 'Non aggiornati 2' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Pianifica' }));
  expect(await screen.findByRole('button', { name: 'Conferma' })).toBeEnabled();
});

test('a planned command closes the form, says so, and gives the focus back', async () => {
  noteServerTime(NOW);
  openDashboard({ createSchedule: [201, schedule()] });
  await userEvent.click(screen.getByRole('button', { name: 'Pianifica' }));
  await userEvent.type(await screen.findByLabelText('Giorno'), '2026-11-20');
  await userEvent.type(screen.getByLabelText('Ora'), '18:30');
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }));
  expect(await screen.findByText('Comando pianificato con successo')).toBeVisible();
  expect(screen.queryByLabelText('Giorno')).toBeNull();
  expect(screen.getByRole('button', { name: 'Pianifica' })).toHaveFocus();
});

/** Presses ROSSO and lets the 10 s of the press pass. */
async function giveRossoUp() {
  await openColors();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await act(() => vi.advanceTimersByTimeAsync(100));
  vi.useRealTimers();
}

test('I and P open and close what they name, Esc closes it, and in a field they are letters', async () => {
  openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  await userEvent.keyboard('i');
  expect(screen.getByRole('button', { name: 'Rosso' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Imposta' })).toHaveFocus();
  await userEvent.keyboard('p');
  const color = await screen.findByLabelText('Colore');
  color.focus();
  await userEvent.keyboard('i');
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
});
