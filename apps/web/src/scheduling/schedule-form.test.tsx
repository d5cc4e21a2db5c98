import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeAccessToken } from '../api/session.ts';
import { noteServerTime } from '../platform/server-clock.ts';
import { fakeServer } from '../test/fake-server.ts';
import { schedule } from '../test/schedule.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { ScheduleForm } from './schedule-form.tsx';

/** In Rome it is already the 20th, 00:30. */
const NOW = '2026-11-19T23:30:10.000Z';

function showForm() {
  const onScheduled = vi.fn();
  const onCancel = vi.fn();
  showWithCache(
    <ScheduleForm
      whom={{ deviceIds: [3] }}
      reached={12}
      describedBy="reach"
      onSend={(_color, send) => send()}
      onScheduled={onScheduled}
      onCancel={onCancel}
    />,
  );
  return { onScheduled, onCancel };
}

async function submit(fields: { color?: string; date?: string; time?: string }) {
  if (fields.color) await userEvent.selectOptions(screen.getByLabelText('Colore'), fields.color);
  if (fields.date) fireEvent.change(screen.getByLabelText('Giorno'), { target: { value: fields.date } });
  if (fields.time) fireEvent.change(screen.getByLabelText('Ora'), { target: { value: fields.time } });
  await userEvent.click(screen.getByRole('button', { name: 'Conferma' }));
}

beforeEach(() => {
  noteServerTime(NOW);
  storeAccessToken('t1');
});

afterEach(() => {
  vi.unstubAllEnvs();
  noteServerTime(new Date().toISOString());
});

test.each(['Europe/Rome', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
  'in a browser in %s the form starts with verde and offers the days from Rome’s today to 366 days later',
  (zone) => {
    vi.stubEnv('TZ', zone);
    showForm();
    expect(screen.getByLabelText('Colore')).toHaveValue('verde');
    expect(screen.getByLabelText('Giorno')).toHaveAttribute('min', '2026-11-20');
    expect(screen.getByLabelText('Giorno')).toHaveAttribute('max', '2027-11-21');
    expect(screen.getByLabelText('Ora')).not.toHaveAttribute('min');
  },
);

test('when the day is today no hour before Rome’s now is offered', () => {
  showForm();
  fireEvent.change(screen.getByLabelText('Giorno'), { target: { value: '2026-11-20' } });
  expect(screen.getByLabelText('Ora')).toHaveAttribute('min', '00:30');
  fireEvent.change(screen.getByLabelText('Giorno'), { target: { value: '2026-11-21' } });
  expect(screen.getByLabelText('Ora')).not.toHaveAttribute('min');
});

test('a future time is sent as Rome’s wall time without an offset', async () => {
  const server = fakeServer({ createSchedule: [201, schedule()] });
  const { onScheduled } = showForm();
  await submit({ color: 'rosso', date: '2026-11-20', time: '18:30' });
  await waitFor(() => expect(onScheduled).toHaveBeenCalledOnce());
  expect(server.bodiesOf('createSchedule')).toEqual([
    { color: 'rosso', datetime: '2026-11-20T18:30', device_type: 'semaforo', deviceIds: [3] },
  ]);
});

test('a time that is not in the future is refused and nothing is sent', async () => {
  const server = fakeServer({});
  showForm();
  await submit({ date: '2026-11-20', time: '00:30' });
  expect(await screen.findByRole('alert')).toHaveTextContent('La data e ora devono essere nel futuro');
  expect(server.calls).toEqual([]);
});

test('a form with missing values sends nothing and shows no alert', async () => {
  const server = fakeServer({});
  showForm();
  await submit({ date: '2026-11-21' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.calls).toEqual([]);
});

test('without a token the form sends nothing and shows no alert', async () => {
  const server = fakeServer({});
  localStorage.clear();
  showForm();
  await submit({ date: '2026-11-21', time: '18:30' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(server.calls).toEqual([]);
});

test.each([
  ['2027-03-28', '02:30', 'time-nonexistent', 'Quest’ora non esiste'],
  ['2027-10-31', '02:30', 'time-ambiguous', 'Quest’ora esiste due volte'],
  ['2027-11-22', '10:00', 'time-too-far', 'Si può pianificare al massimo 366 giorni in anticipo'],
])(
  'a schedule for %s at %s that the server refuses shows its sentence',
  async (date, time, code, sentence) => {
    const server = fakeServer({ createSchedule: [400, { error: sentence, code }] });
    const { onScheduled } = showForm();
    await submit({ date, time });
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(server.bodiesOf('createSchedule')).toMatchObject([{ datetime: `${date}T${time}` }]);
    expect(onScheduled).not.toHaveBeenCalled();
  },
);

test('a failure without a sentence shows the general error of the planning', async () => {
  fakeServer({ createSchedule: [500, {}] });
  const { onScheduled } = showForm();
  await submit({ date: '2026-11-21', time: '18:30' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Errore nella pianificazione');
  expect(onScheduled).not.toHaveBeenCalled();
});

test('Annulla closes the form without sending', async () => {
  const server = fakeServer({});
  const { onCancel } = showForm();
  await userEvent.click(screen.getByRole('button', { name: 'Annulla' }));
  expect(onCancel).toHaveBeenCalledOnce();
  expect(server.calls).toEqual([]);
});

test('each empty field says under itself that it is needed, and nothing is sent', async () => {
  const server = fakeServer({});
  showForm();
  await submit({ date: '2026-11-22' });
  expect(screen.getByLabelText('Ora')).toHaveAccessibleDescription('Scegli l’ora.');
  expect(screen.getByLabelText('Giorno')).not.toHaveAccessibleDescription();
  expect(server.callsOf('createSchedule')).toEqual([]);
  fireEvent.change(screen.getByLabelText('Ora'), { target: { value: '08:30' } });
  expect(screen.getByLabelText('Ora')).not.toHaveAccessibleDescription();
  expect(screen.getByRole('status')).toHaveTextContent(
    'domenica 22 novembre 2026, ore 08:30, fra 2 giorni, 12 semafori',
  );
});
