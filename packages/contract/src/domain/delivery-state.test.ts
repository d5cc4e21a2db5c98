import { expect, test } from 'vitest';
import { DELIVERY_STATES, isUnderWay, mayBecome } from './delivery-state.ts';

const ENDS = ['confermato', 'fallito', 'scaduto', 'superato'];

test.each([
  ['accettato', ['inviato', ...ENDS, 'annullato']],
  ['inviato', ENDS],
  ['scaduto', ['confermato']],
  ['confermato', []],
  ['fallito', ['confermato']],
  ['superato', []],
  ['annullato', []],
] as const)('from %s a delivery may pass to %j and to nothing else', (from, successors) => {
  expect(DELIVERY_STATES.filter((to) => mayBecome(from, to))).toEqual(
    DELIVERY_STATES.filter((to) => successors.some((successor) => successor === to)),
  );
});

test('only what is accepted or sent is under way', () => {
  expect(DELIVERY_STATES.filter(isUnderWay)).toEqual(['accettato', 'inviato']);
});
