import { expect, test } from 'vitest';
import { describeClockStep, formatMissed } from './describe-warnings.ts';

const TODAY = '2026-11-21';
const STOPPED = 'Il server non era attivo all’ora prevista';

const missed = (
  id: number,
  changes: Partial<Parameters<typeof formatMissed>[0][number]> = {},
): Parameters<typeof formatMissed>[0][number] => ({
  id,
  color: 'arancio',
  device_type: 'semaforo',
  execute_at: '2026-11-21T13:30:00.000Z',
  outcome_reason: STOPPED,
  whom: 'tutti' as const,
  group: null,
  total: 0,
  ...changes,
});

test('one missed schedule is named with its time and its reason', () => {
  expect(formatMissed([missed(1)], TODAY)).toBe(
    `1 pianificazione non eseguita: ARANCIO delle 14:30 — ${STOPPED}`,
  );
});

test('a missed schedule of another day is named with its day, one of the lanterns as such', () => {
  const lanterns = missed(1, {
    color: 'acceso',
    device_type: 'lanterna',
    execute_at: '2026-11-20T22:59:00.000Z',
    outcome_reason: null,
    whom: 'tutti',
    group: null,
    total: 0,
  });
  expect(formatMissed([lanterns], TODAY)).toBe(
    '1 pianificazione non eseguita: lanterne ACCESO del 20/11/2026, 23:59',
  );
});

test('several missed schedules are named up to three, with the reason that they share', () => {
  const four = [missed(4), missed(3, { color: 'rosso' }), missed(2, { color: 'verde' }), missed(1)];
  expect(formatMissed(four, TODAY)).toBe(
    `4 pianificazioni non eseguite: ARANCIO delle 14:30, ROSSO delle 14:30, VERDE delle 14:30 e un'altra — ${STOPPED}`,
  );
  expect(formatMissed([...four, missed(0)], TODAY)).toContain('VERDE delle 14:30 e altre 2 — ');
});

test('several missed schedules with different reasons are named without a reason', () => {
  expect(formatMissed([missed(2, { outcome_reason: 'Nessun dispositivo' }), missed(1)], TODAY)).toBe(
    '2 pianificazioni non eseguite: ARANCIO delle 14:30, ARANCIO delle 14:30',
  );
});

test.each([
  [3_600_000, 'avanti di 1 ora'],
  [-3_600_000, 'indietro di 1 ora'],
  [7_200_000, 'avanti di 2 ore'],
  [3_900_400, 'avanti di 1 ora e 5 minuti'],
  [-62_000, 'indietro di 1 minuto e 2 secondi'],
  [45_000, 'avanti di 45 secondi'],
  [1_000, 'avanti di 1 secondo'],
  [86_400_000, 'avanti di 1 giorno'],
  [-93_600_000, 'indietro di 1 giorno e 2 ore'],
  [86_460_000, 'avanti di 1 giorno'],
])('a clock step of %d ms reads %s', (step_ms, words) => {
  expect(describeClockStep({ id: 1, at: '2026-11-21T11:00:00.000Z', step_ms }, 1, TODAY)).toBe(
    `L'orologio del server è stato spostato ${words} alle 12:00: controllare le pianificazioni`,
  );
});

test('only the last of several clock steps is described, with its day when it was not today', () => {
  const step = { id: 3, at: '2026-11-20T11:00:00.000Z', step_ms: 3_600_000 };
  expect(describeClockStep(step, 2, TODAY)).toBe(
    "L'orologio del server è stato spostato 2 volte, l'ultima avanti di 1 ora il 20/11/2026 alle 12:00: controllare le pianificazioni",
  );
});

test('a missed schedule says for whom it was', () => {
  const forGroup = missed(1, { whom: 'gruppo', group: 'Sottopassi', total: 3 });
  expect(formatMissed([forGroup], TODAY)).toContain('per «Sottopassi» (3 semafori)');
  expect(formatMissed([missed(1, { total: 12 })], TODAY)).toContain('per 12 semafori');
});
