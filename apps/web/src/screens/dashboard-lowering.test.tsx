import type { Alert } from '@semaforo/contract/api/alerts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { alertsQuery } from '../api/alerts.ts';
import { inCourse } from '../test/alert-record.ts';
import {
  findStrip,
  openColors,
  openDashboard,
  progressOf,
  RESULTS,
  setUpDashboard,
} from '../test/dashboard.tsx';

setUpDashboard();

const ALERT: Alert = { ...inCourse, color: 'arancio', devices: [1, 2] };

async function openInAlert(alert: Alert = ALERT) {
  const page = openDashboard({
    listAlerts: [200, [alert]],
    sendCommand: [200, RESULTS],
    retryCommand: [200, RESULTS],
    restoreCommand: [200, RESULTS],
  });
  await waitFor(() => expect(page.queryClient.getQueryData(alertsQuery.queryKey)).toBeDefined());
  return page;
}

const follow = async (page: Awaited<ReturnType<typeof openInAlert>>, value: 'verde' | 'rosso') => {
  act(() =>
    page.socket.command_progress([
      {
        ...progressOf('confermato', 'scaduto'),
        value,
        deliveries: progressOf('confermato', 'scaduto').deliveries.map((one) => ({ ...one, value })),
      },
    ]),
  );
  await findStrip();
};
const pressAndAnswer = async (button: RegExp, answer: string) => {
  await userEvent.click(screen.getByRole('button', { name: button }));
  const question = within(await screen.findByRole('alertdialog'));
  const requested = question.getByRole('heading').textContent;
  await userEvent.click(question.getByRole('button', { name: answer }));
  return requested;
};

test('a color that lowers an alert in course wants a second press, which is no double click', async () => {
  const { server } = await openInAlert();
  await openColors();
  expect(screen.getByText(/Un colore diverso la scavalca fino alle/)).toBeVisible();
  vi.useFakeTimers({ toFake: ['performance'] });
  fireEvent.click(screen.getByRole('button', { name: 'Giallo' }));
  const second = screen.getByRole('button', { name: 'Giallo, sì' });
  expect(second).toHaveAccessibleDescription(/scavalca l’allerta fino alle/);
  vi.advanceTimersByTime(599);
  fireEvent.click(second);
  expect(server.callsOf('sendCommand')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Lascia stare' }));
  expect(screen.queryByRole('button', { name: 'Giallo, sì' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Giallo' }));
  vi.advanceTimersByTime(600);
  fireEvent.click(screen.getByRole('button', { name: 'Giallo, sì' }));
  vi.useRealTimers();
  await waitFor(() => expect(server.callsOf('sendCommand')).toHaveLength(1));
});

test('when the ten seconds of a first press end, nothing happens', async () => {
  const { server } = await openInAlert();
  await openColors();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Verde' }));
  act(() => void vi.advanceTimersByTime(10_000));
  vi.useRealTimers();
  expect(screen.getByRole('button', { name: 'Verde' })).toBeVisible();
  expect(server.callsOf('sendCommand')).toEqual([]);
});

test('a color that raises above the alert is sent by one press', async () => {
  const { server } = await openInAlert();
  await openColors();
  await userEvent.click(screen.getByRole('button', { name: 'Rosso' }));
  await waitFor(() => expect(server.callsOf('sendCommand')).toHaveLength(1));
});

test('a retry that lowers an alert in course is asked a second time', async () => {
  const page = await openInAlert();
  await follow(page, 'verde');
  const requested = await pressAndAnswer(/^Riprova i falliti/, 'Annulla');
  expect(requested).toBe('Allerta arancione in corso: abbassare a VERDE?');
  expect(page.server.callsOf('retryCommand')).toEqual([]);
  await pressAndAnswer(/^Riprova i falliti/, 'Abbassa a verde');
  await waitFor(() => expect(page.server.callsOf('retryCommand')).toHaveLength(1));
});

test('a retry that raises is not asked again', async () => {
  const page = await openInAlert();
  await follow(page, 'rosso');
  await userEvent.click(screen.getByRole('button', { name: /^Riprova i falliti/ }));
  await waitFor(() => expect(page.server.callsOf('retryCommand')).toHaveLength(1));
});

test('a restore on signals of an alert in course is asked a second time', async () => {
  const page = await openInAlert();
  await follow(page, 'rosso');
  expect(await pressAndAnswer(/^Ripristina/, 'Ripristina')).toBe(
    'Allerta arancione in corso: ripristinare i colori di prima?',
  );
  await waitFor(() => expect(page.server.callsOf('restoreCommand')).toHaveLength(1));
});

test('a restore during an exercise is not asked again', async () => {
  const page = await openInAlert({ ...ALERT, drill: true });
  await follow(page, 'rosso');
  await userEvent.click(screen.getByRole('button', { name: /^Ripristina/ }));
  await waitFor(() => expect(page.server.callsOf('restoreCommand')).toHaveLength(1));
});
