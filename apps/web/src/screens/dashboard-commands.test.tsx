import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { noteServerTime } from '../platform/server-clock.ts';
import { findStrip, NOW, openDashboard, RESULTS, sendRosso, setUpDashboard, UP } from '../test/dashboard.tsx';
import { schedule } from '../test/schedule.ts';

setUpDashboard();

test('Imposta says how many signals a command reaches, and Nascondi hides the colours', async () => {
  openDashboard();
  await screen.findByRole('article', { name: 'Stazione' });
  await userEvent.click(screen.getByRole('button', { name: 'Imposta' }));
  expect(screen.getByText(/Il comando raggiungerà/)).toHaveTextContent('Il comando raggiungerà 3 semafori');
  await userEvent.click(screen.getByRole('button', { name: 'Nascondi' }));
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
});

test('a colour is sent to all signals, and those that failed are named', async () => {
  const { server } = openDashboard({ sendCommand: [200, RESULTS] });
  await sendRosso();
  const shown = within(await findStrip());
  expect(shown.getByText('1/2 confermati')).toBeVisible();
  expect(await shown.findByRole('alert')).toHaveTextContent('Dispositivi in errore: Argine');
  const [command] = server.callsOf('sendCommand');
  expect(command?.url.search).toBe('?type=semaforo');
  expect(command?.body).toEqual({ command: 'rosso' });
});

test('the colours are locked for a second at most, accepted or not', async () => {
  openDashboard({ sendCommand: 'silent' });
  await sendRosso();
  await waitFor(
    () => expect(screen.getByRole('button', { name: 'Rosso' })).toHaveAttribute('aria-disabled', 'false'),
    { timeout: 1_500 },
  );
});

test('commands that come back start from the first step again', async () => {
  const { socket } = openDashboard();
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  act(() => socket.broker_status({ ...UP, connected: false }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull());
  act(() => socket.broker_status(UP));
  expect(await screen.findByRole('button', { name: 'Imposta' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Rosso' })).toBeNull();
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
  expect(await screen.findByText('I comandi tornano disponibili quando MQTT è connesso.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Imposta' })).toBeDisabled();
  expect(await screen.findByText(/conteggi alle 03:00:00/)).toHaveTextContent('3 non aggiornati');
  await userEvent.click(screen.getByRole('button', { name: 'Pianifica' }));
  expect(screen.getByRole('button', { name: 'Conferma' })).toBeEnabled();
});

test('a planned command closes the form, says so, and gives the focus back', async () => {
  noteServerTime(NOW);
  openDashboard({ createSchedule: [201, schedule()] });
  await userEvent.click(screen.getByRole('button', { name: 'Pianifica' }));
  await userEvent.type(screen.getByLabelText('Giorno'), '2026-11-20');
  await userEvent.type(screen.getByLabelText('Ora'), '18:30');
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }));
  expect(await screen.findByText('Comando pianificato con successo')).toBeVisible();
  expect(screen.queryByLabelText('Giorno')).toBeNull();
  expect(screen.getByRole('button', { name: 'Pianifica' })).toHaveFocus();
});
