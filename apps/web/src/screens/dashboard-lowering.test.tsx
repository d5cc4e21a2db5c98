import type { Alert } from '@semaforo/contract/api/alerts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { inCourse } from '../test/alert-record.ts';
import { findStrip, openDashboard, progressOf, RESULTS, setUpDashboard } from '../test/dashboard.tsx';

setUpDashboard();

const ALERT: Alert = { ...inCourse, color: 'arancio', devices: [1, 2] };

async function openInAlert(alert: Alert = ALERT) {
  const page = openDashboard({
    listAlerts: [200, [alert]],
    sendCommand: [200, RESULTS],
    retryCommand: [200, RESULTS],
    restoreCommand: [200, RESULTS],
  });
  await waitFor(() => expect(page.server.callsOf('listAlerts')).not.toEqual([]));
  await screen.findByRole('region', { name: /^Allert/ });
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

test('a color that lowers an alert in course is asked a second time', async () => {
  const { server } = await openInAlert();
  await userEvent.click(await screen.findByRole('button', { name: 'Imposta' }));
  const requested = await pressAndAnswer(/^Giallo$/, 'Annulla');
  expect(requested).toBe('Allerta arancione in corso: abbassare a GIALLO?');
  expect(server.callsOf('sendCommand')).toEqual([]);
  await pressAndAnswer(/^Giallo$/, 'Abbassa a giallo');
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
