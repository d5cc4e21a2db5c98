import type { ScheduleWarnings as Warnings } from '@semaforo/contract/api/schedules';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../api/query-keys.ts';
import { noteServerTime } from '../platform/server-clock.ts';
import { fakeServer } from '../test/fake-server.ts';
import { showWithCache } from '../test/show-with-cache.tsx';
import { ScheduleWarnings } from './schedule-warnings.tsx';

const MISSED: Warnings['missed'][number] = {
  id: 1,
  color: 'arancio',
  device_type: 'semaforo',
  execute_at: '2026-11-21T13:30:00.000Z',
  outcome_reason: 'Il server era fermo',
  whom: 'tutti',
  group: null,
  total: 0,
};
const CLOCK_STEP: Warnings['clock_steps'][number] = {
  id: 1,
  at: '2026-11-21T11:00:00.000Z',
  step_ms: 3_600_000,
};
const MISSED_LABELS = '1 pianificazione non eseguita: ARANCIO delle 14:30 — Il server era fermo';
const STEP_LABELS = /^L'orologio del server è stato spostato avanti di 1 ora alle 12:00/;

const answer = (warnings: Partial<Warnings>) =>
  fakeServer({ listScheduleWarnings: [200, { missed: [], clock_steps: [], ...warnings }] });
const show = (userId = 1) =>
  showWithCache(<ScheduleWarnings userId={userId} link={<a href="/scheduled">Vedi le pianificazioni</a>} />);
const close = async (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  noteServerTime('2026-11-21T14:00:00.000Z');
});
afterEach(() => noteServerTime(new Date().toISOString()));

test('a missed schedule is announced politely, with a link to the list', async () => {
  answer({ missed: [MISSED] });
  show();
  expect(await screen.findByText(MISSED_LABELS)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(MISSED_LABELS);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Vedi le pianificazioni' })).toHaveAttribute('href', '/scheduled');
});

test('without warnings no banner is shown', async () => {
  answer({});
  const { queryClient } = show();
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.scheduleWarnings)).toBeDefined());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('a dismissed banner stays away from this user, and keeps the other banner', async () => {
  answer({ missed: [MISSED], clock_steps: [CLOCK_STEP] });
  const { unmount } = show();
  expect(await screen.findByText(STEP_LABELS)).toBeVisible();
  await close(/pianificazioni non eseguite/);
  expect(screen.queryByText(MISSED_LABELS)).toBeNull();
  expect(screen.getByText(STEP_LABELS)).toBeVisible();
  unmount();

  const another = show(2);
  expect(await screen.findByText(MISSED_LABELS)).toBeVisible();
  another.unmount();

  show(1);
  expect(await screen.findByText(STEP_LABELS)).toBeVisible();
  expect(screen.queryByText(MISSED_LABELS)).toBeNull();
  await close(/orologio/);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.getByRole('status')).toHaveFocus();
});

test('a schedule missed after a dismissal is announced alone, as soon as the schedules change', async () => {
  answer({ missed: [MISSED] });
  const { socket } = show();
  await screen.findByText(MISSED_LABELS);
  await close(/pianificazioni non eseguite/);
  answer({ missed: [{ ...MISSED, id: 2, color: 'rosso' }, MISSED] });
  socket.changed('schedules_changed');
  expect(await screen.findByText(/^1 pianificazione non eseguita: ROSSO delle 14:30/)).toBeVisible();
});

test('damaged stored dismissals dismiss nothing', async () => {
  localStorage.setItem('dismissedWarnings:1', '{');
  answer({ missed: [MISSED] });
  show();
  expect(await screen.findByText(MISSED_LABELS)).toBeVisible();
  await close(/pianificazioni non eseguite/);
  expect(screen.queryByText(MISSED_LABELS)).toBeNull();
});

test('the stored dismissals are bounded, and the oldest are forgotten first', async () => {
  const names = Array.from({ length: 5000 }, (_, index) => `missed:${index + 100}`);
  localStorage.setItem('dismissedWarnings:1', JSON.stringify(names));
  answer({ missed: [MISSED] });
  show();
  await screen.findByText(MISSED_LABELS);
  await close(/pianificazioni non eseguite/);
  const remembered = JSON.parse(localStorage.getItem('dismissedWarnings:1') ?? '[]') as string[];
  expect(remembered).toHaveLength(5000);
  expect(remembered.at(-1)).toBe('missed:1');
  expect(remembered).not.toContain('missed:100');
});
