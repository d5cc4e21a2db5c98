import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteServerTime } from '../api/server-clock.ts';
import { storeAccessToken } from '../api/session.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { ScheduleForm } from './schedule-form.tsx';

/** In Rome it is already the 20th, 00:30. */
const NOW = '2026-11-19T23:30:10.000Z';

function showForm() {
  const onScheduled = vi.fn();
  const onCancel = vi.fn();
  showWithCache(<ScheduleForm onScheduled={onScheduled} onCancel={onCancel} />);
  return { onScheduled, onCancel };
}

async function submit(fields: { color?: string; date?: string; time?: string }) {
  if (fields.color) await userEvent.selectOptions(screen.getByLabelText(/Colore/), fields.color);
  if (fields.date) fireEvent.change(screen.getByLabelText(/Giorno/), { target: { value: fields.date } });
  if (fields.time) fireEvent.change(screen.getByLabelText(/Ora/), { target: { value: fields.time } });
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }));
}

beforeEach(() => {
  noteServerTime(NOW);
  storeAccessToken('t1');
});

afterEach(() => noteServerTime(new Date().toISOString()));

test('the form starts with verde and offers no day before Rome’s today', () => {
  showForm();
  expect(screen.getByLabelText(/Colore/)).toHaveValue('verde');
  expect(screen.getByLabelText(/Giorno/)).toHaveAttribute('min', '2026-11-20');
  expect(screen.getByLabelText(/Ora/)).not.toHaveAttribute('min');
});

test('when the day is today no hour before Rome’s now is offered', () => {
  showForm();
  fireEvent.change(screen.getByLabelText(/Giorno/), { target: { value: '2026-11-20' } });
  expect(screen.getByLabelText(/Ora/)).toHaveAttribute('min', '00:30');
  fireEvent.change(screen.getByLabelText(/Giorno/), { target: { value: '2026-11-21' } });
  expect(screen.getByLabelText(/Ora/)).not.toHaveAttribute('min');
});

test('a future time is sent as Rome’s wall time without an offset', async () => {
  const fetchMock = fakeServer({ '/api/schedule': [201, {}] });
  const { onScheduled } = showForm();
  await submit({ color: 'rosso', date: '2026-11-20', time: '18:30' });
  await waitFor(() => expect(onScheduled).toHaveBeenCalledOnce());
  expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1].body))).toEqual({
    color: 'rosso',
    datetime: '2026-11-20T18:30',
    device_type: 'semaforo',
  });
});

test('a time that is not in the future is refused and nothing is sent', async () => {
  const fetchMock = fakeServer({});
  showForm();
  await submit({ date: '2026-11-20', time: '00:30' });
  expect(await screen.findByRole('alert')).toHaveTextContent('La data e ora devono essere nel futuro');
  expect(fetchMock).not.toHaveBeenCalled();
});

test('missing values are ignored in silence', async () => {
  const fetchMock = fakeServer({});
  showForm();
  await submit({ date: '2026-11-21' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(fetchMock).not.toHaveBeenCalled();
});

test('without a token nothing is sent, in silence', async () => {
  const fetchMock = fakeServer({});
  localStorage.clear();
  showForm();
  await submit({ date: '2026-11-21', time: '18:30' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(fetchMock).not.toHaveBeenCalled();
});

test('the server’s sentence is shown when it explains a refusal', async () => {
  fakeServer({ '/api/schedule': [400, { error: 'Quest’ora non esiste', code: 'time-nonexistent' }] });
  showForm();
  await submit({ date: '2027-03-28', time: '02:30' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Quest’ora non esiste');
});

test('a failure without a sentence is an error in the planning', async () => {
  fakeServer({ '/api/schedule': [500, {}] });
  const { onScheduled } = showForm();
  await submit({ date: '2026-11-21', time: '18:30' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore nella pianificazione');
  expect(onScheduled).not.toHaveBeenCalled();
});

test('cancelling closes without sending', async () => {
  const fetchMock = fakeServer({});
  const { onCancel } = showForm();
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }));
  expect(onCancel).toHaveBeenCalledOnce();
  expect(fetchMock).not.toHaveBeenCalled();
});
