import type { Schedule } from '@semaforo/contract/api/schedules';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { noteServerTime } from '../platform/server-clock.ts';
import { type Answers, fakeServer } from '../test/fake-server.ts';
import { schedule } from '../test/schedule.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { ScheduledScreen } from './scheduled.screen.tsx';

function answer(...schedules: Schedule[]) {
  return fakeServer({ listPlans: [200, []], listSchedules: [200, schedules], deleteSchedule: [204, null] });
}

const rowsOf = async (name: string) => within(await screen.findByRole('table', { name })).getAllByRole('row');

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

test('active schedules show color, Rome’s date and time, user and devices, the soonest first', async () => {
  answer(schedule({ id: 2, color: 'verde', execute_at: '2026-11-22T05:00:00.000Z' }), schedule({}));
  showWithCache(<ScheduledScreen />);
  const [head, first, second] = await rowsOf('Pianificazioni attive');
  expect(head).toHaveTextContent('ColoreDataOraUtenteSu DispositiviAzione');
  expect(first).toHaveTextContent(/^ROSSO21\/11\/202606:00valdombraDiga Vecchia, PalasportElimina$/);
  expect(second).toHaveTextContent('VERDE22/11/2026');
});

test('a schedule with color, time and execution only is shown', async () => {
  const { id, color, execute_at, executed } = schedule({});
  fakeServer({
    listPlans: [200, []],
    listSchedules: [200, [{ id, color, execute_at, executed } as Schedule]],
  });
  showWithCache(<ScheduledScreen />);
  const [, row] = await rowsOf('Pianificazioni attive');
  expect(row).toHaveTextContent(/^ROSSO21\/11\/202606:00Elimina$/);
});

test('ended schedules say how they ended and why, the newest first, and cannot be deleted', async () => {
  const ended = { executed: true, outcome: 'mancata', outcome_reason: 'Il server era spento' } as const;
  answer(
    schedule({ ...ended, devices: [], total: 0 }),
    schedule({
      id: 2,
      executed: true,
      outcome: 'eseguita',
      confirmed: 2,
      execute_at: '2026-11-23T05:00:00.000Z',
    }),
  );
  showWithCache(<ScheduledScreen />);
  const [head, first, second] = await rowsOf('Comandi eseguiti');
  expect(head).toHaveTextContent('ColoreDataOraUtenteSu DispositiviEsito');
  expect(first).toHaveTextContent(/Eseguita2\/2 confermati$/);
  expect(second).toHaveTextContent(/MancataIl server era spento$/);
  expect(screen.queryByRole('button', { name: /Elimina/ })).toBeNull();
});

test.each([
  ['in ritardo', 12, 'In ritardo12/12 confermati', 'Eseguita con 3 minuti di ritardo'],
  ['non confermata', 10, 'Non confermata10/12 confermati', 'Non confermata da 2 semafori: Piazza, Ponte'],
  ['superata', 0, 'Superata0/12 confermati', 'Un comando più recente è stato accettato'],
  ['mancata', 0, 'Mancata0/12 confermati', 'Il server non era attivo all’ora prevista'],
] as const)(
  'a schedule that ended as %s says so, how many confirmed and why',
  async (outcome, confirmed, words, why) => {
    answer(schedule({ executed: true, outcome, outcome_reason: why, confirmed, total: 12 }));
    showWithCache(<ScheduledScreen />);
    const [, row] = await rowsOf('Comandi eseguiti');
    expect(row).toHaveTextContent(`${words}${why}`);
  },
);

test('a schedule that was cancelled says by whom, and counts no devices', async () => {
  const end = { outcome: 'annullata', outcome_reason: 'Annullata da valdombra' } as const;
  answer(schedule({ executed: true, ...end, devices: [], total: 0 }));
  showWithCache(<ScheduledScreen />);
  const [, row] = await rowsOf('Comandi eseguiti');
  expect(row).toHaveTextContent(/NessunoAnnullataAnnullata da valdombra$/);
});

test('a schedule under way says how many confirmed instead of a button, and is read again until it ends', async () => {
  const underWay = schedule({ outcome: 'in corso', confirmed: 3, total: 12 });
  const answers: Answers = { listSchedules: [200, [underWay]] };
  const server = fakeServer(answers);
  showWithCache(<ScheduledScreen />);
  const [, row] = await rowsOf('Pianificazioni attive');
  expect(row).toHaveTextContent(/In corso, 3\/12 confermati$/);
  expect(screen.queryByRole('button', { name: /^Elimina/ })).toBeNull();
  expect(screen.getByText('Nessun comando eseguito registrato.')).toBeVisible();
  answers.listSchedules = [200, [{ ...underWay, executed: true, outcome: 'eseguita', confirmed: 12 }]];
  expect(await screen.findByText('12/12 confermati', {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.getByText('Nessuna pianificazione attiva trovata.')).toBeVisible();
  expect(server.callsOf('listSchedules')).toHaveLength(2);
});

test('two schedules in the repeated hour of Rome show their offsets', async () => {
  answer(
    schedule({ id: 1, execute_at: '2027-10-31T00:30:00.000Z' }),
    schedule({ id: 2, execute_at: '2027-10-31T01:30:00.000Z' }),
  );
  showWithCache(<ScheduledScreen />);
  const [, first, second] = await rowsOf('Pianificazioni attive');
  expect(first).toHaveTextContent('31/10/202702:30 (UTC+2)');
  expect(second).toHaveTextContent('31/10/202702:30 (UTC+1)');
});

test('a button reads the earlier ended schedules', async () => {
  const ended = (id: number) =>
    schedule({ id, executed: true, outcome: 'eseguita', execute_at: new Date(id * 1000).toISOString() });
  const page = Array.from({ length: 200 }, (_, index) => ended(1000 - index));
  answer(schedule({ id: 2000 }), ...page);
  showWithCache(<ScheduledScreen />);
  expect(await screen.findAllByText('Eseguita')).toHaveLength(200);
  const server = answer(ended(800), ended(799));
  fireEvent.click(screen.getByText('Mostra i precedenti'));
  await waitFor(() => expect(screen.getAllByText('Eseguita')).toHaveLength(202));
  expect(server.calls[0]?.url.searchParams.get('before')).toBe('801');
  expect(screen.getAllByText('Elimina')).toHaveLength(1);
  expect(screen.queryByText('Mostra i precedenti')).toBeNull();
});

test('empty lists say so', async () => {
  answer();
  showWithCache(<ScheduledScreen />);
  expect(await screen.findByText('Nessuna pianificazione attiva trovata.')).toBeVisible();
  expect(screen.getByText('Nessun comando eseguito registrato.')).toBeVisible();
});

test('what recurs stands before what is over, however long that grows', async () => {
  answer();
  showWithCache(<ScheduledScreen />);
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await waitFor(() => expect(headings()).toEqual(['Calendario', 'Piani ricorrenti', 'Comandi Eseguiti']));
});

test('the calendar has what is ahead of a month, once and recurring, day by day', async () => {
  noteServerTime('2026-11-20T10:00:00.000Z');
  const day = { plan: 3, color: 'giallo', device_type: 'semaforo', end: null } as const;
  const server = fakeServer({
    listPlans: [200, []],
    listSchedules: [
      200,
      [schedule({ execute_at: '2026-11-21T21:00:00.000Z' }), schedule({ id: 2, executed: true })],
    ],
    getPlanCalendar: [200, [{ ...day, day: '2026-11-21', begin: '2026-11-21T11:00:00.000Z' }]],
  });
  showWithCache(<ScheduledScreen />);
  await userEvent.click(await screen.findByText('Calendario'));
  const calendar = within(screen.getByRole('region', { name: 'Calendario' }));
  await calendar.findByText('GIALLO');
  const cells = () => calendar.getAllByRole('cell').filter((cell) => within(cell).queryByRole('list'));
  expect(cells().map(({ textContent }) => textContent)).toEqual([
    '21sabato 21 novembre 202612:00GIALLOpiano ricorrente22:00ROSSO',
  ]);
  expect(calendar.getByRole('button', { name: 'Mese precedente' })).toBeDisabled();
  await userEvent.click(calendar.getByRole('button', { name: 'Mese successivo' }));
  expect(await calendar.findByRole('heading', { name: 'dicembre 2026' })).toBeVisible();
  expect(server.callsOf('getPlanCalendar').map(({ url }) => url.searchParams.get('month'))).toEqual([
    ...['2026-11', '2026-12'],
  ]);
});

test('the date filter applies only with both dates, counts both days, and Reset clears it', async () => {
  answer(
    schedule({ id: 1, devices: ['Prima'], execute_at: '2026-11-20T23:00:00.000Z' }),
    schedule({ id: 2, devices: ['Ultima'], execute_at: '2026-11-22T22:59:00.000Z' }),
    schedule({ id: 3, devices: ['Dopo'], execute_at: '2026-11-22T23:00:00.000Z' }),
  );
  showWithCache(<ScheduledScreen />);
  await screen.findByText('Prima');
  fireEvent.change(screen.getByLabelText('Da:'), { target: { value: '2026-11-21' } });
  expect(screen.getByText('Dopo')).toBeVisible();
  fireEvent.change(screen.getByLabelText('A:'), { target: { value: '2026-11-22' } });
  expect(screen.queryByText('Dopo')).toBeNull();
  expect(screen.getByText('Prima')).toBeVisible();
  expect(screen.getByText('Ultima')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.getByText('Dopo')).toBeVisible();
});

test('many devices are named up to five, the others behind a button', async () => {
  answer(schedule({ devices: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] }));
  showWithCache(<ScheduledScreen />);
  expect(await screen.findByText('… e altri 2')).toBeVisible();
});

const remove = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  const question = within(screen.getByRole('alertdialog', { name: 'Confermi eliminazione pianificazione?' }));
  await userEvent.click(question.getByRole('button', { name: 'Elimina' }));
};

test('a schedule is deleted after a question, and the focus moves to the next one', async () => {
  const server = answer(
    schedule({}),
    schedule({ id: 2, color: 'verde', execute_at: '2026-11-22T05:00:00.000Z' }),
  );
  showWithCache(<ScheduledScreen />);
  await remove('Elimina ROSSO del 21/11/2026, 06:00');
  await waitFor(() => expect(server.callsOf('deleteSchedule')[0]?.params).toEqual({ id: '1' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Elimina VERDE del 22/11/2026, 06:00' })).toHaveFocus(),
  );
});

test('a schedule that is being deleted is not deleted again', async () => {
  const server = fakeServer({
    listPlans: [200, []],
    listSchedules: [200, [schedule({})]],
    deleteSchedule: 'silent',
  });
  showWithCache(<ScheduledScreen />);
  await remove(/^Elimina ROSSO/);
  const button = await screen.findByRole('button', { name: /^Elimina ROSSO/ });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(server.callsOf('deleteSchedule')).toHaveLength(1));
});

test('a refused deletion is shown in the server’s words', async () => {
  fakeServer({
    listPlans: [200, []],
    listSchedules: [200, [schedule({})]],
    deleteSchedule: [409, { error: 'La pianificazione è già stata eseguita', code: 'already-executed' }],
  });
  showWithCache(<ScheduledScreen />);
  await remove(/^Elimina/);
  expect(await screen.findByRole('alert')).toHaveTextContent('La pianificazione è già stata eseguita');
});

test('a deletion can be taken back for ten seconds', async () => {
  noteServerTime('2026-11-20T05:00:00.000Z');
  const server = fakeServer({
    listPlans: [200, []],
    listSchedules: [200, [schedule({})]],
    deleteSchedule: [204, null],
    reviveSchedule: [204, null],
  });
  showWithCache(<ScheduledScreen />);
  await remove(/^Elimina/);
  expect(await screen.findByText('Pianificazione annullata')).toBeVisible();
  expect(screen.getByText('ROSSO del 21/11/2026, 06:00, 2 semafori')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Annulla l’eliminazione/ }));
  await waitFor(() => expect(server.callsOf('reviveSchedule')[0]?.params).toEqual({ id: '1' }));
  await waitFor(() => expect(screen.queryByText('Pianificazione annullata')).toBeNull());
  noteServerTime(new Date().toISOString());
});

test('the lists are read again when a live event says that they changed', async () => {
  answer(schedule({}));
  const { queryClient } = showWithCache(<ScheduledScreen />);
  await screen.findByText('Diga Vecchia');
  answer(schedule({ devices: ['Stazione'] }));
  await queryClient.invalidateQueries({ queryKey: queryKeys.schedules });
  expect(await screen.findByText('Stazione')).toBeVisible();
});

test('schedules that cannot be read say so', async () => {
  fakeServer({});
  showWithCache(<ScheduledScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Le pianificazioni non si sono caricate.');
});
